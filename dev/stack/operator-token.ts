import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { operatorScopes } from "@fairclick/core/operations/operators";
import { findOperator } from "@fairclick/services/accounts/sessions";
import { addOperator } from "@fairclick/services/operations/operators";
import { connectAsOwner, type Queryable } from "@fairclick/sql/db/client";

const scopes = Object.keys(operatorScopes);

/**
 * Ensures that the data folder's `operator-token` allows the local CLI everything. Creates a token
 * if the file is missing or its scopes are incomplete.
 */
export async function provideOperatorToken(dataDir: string, ownerUrl: string): Promise<void> {
  const file = join(dataDir, "operator-token");
  const db = connectAsOwner(ownerUrl);
  try {
    if (existsSync(file) && (await hasAllScopes(db.sql, readFileSync(file, "utf8")))) return;
    const operator = { name: "local", scopes, replace: true };
    const { token } = await addOperator({ db, now: () => new Date() }, operator);
    writeFileSync(file, `${token}\n`, { mode: 0o600 });
  } finally {
    await db.end();
  }
}

async function hasAllScopes(db: Queryable, token: string): Promise<boolean> {
  const operator = await findOperator(db, token.trim());
  return scopes.every((scope) => operator?.scopes.includes(scope));
}
