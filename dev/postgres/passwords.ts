import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** One password per role: the superuser, the owner of the migrations, the application. */
export type Passwords = { postgres: string; fairclick_owner: string; fairclick: string };

export function readPasswords(file: string): Passwords | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

export function makePasswords(file: string): Passwords {
  const secret = () => randomBytes(24).toString("base64url");
  const passwords = { postgres: secret(), fairclick_owner: secret(), fairclick: secret() };
  writeFileSync(`${file}.new`, JSON.stringify(passwords), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return passwords;
}
