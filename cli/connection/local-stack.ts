import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import type { Host } from "../host";

/** What `bun start` leaves in its data folder for whoever works beside it. */
const portsSchema = z.object({ api: z.number().int(), postgres: z.number().int().nullish() });
const passwordsSchema = z.object({ fairclick_owner: z.string(), fairclick: z.string() });

export type LocalStack = { api: string; token: string | null };

export function findLocalStack(env: Host["env"]): LocalStack | null {
  const ports = readJson(env, "ports.json", portsSchema);
  if (!ports) return null;
  return {
    api: `http://localhost:${ports.api}`,
    token: readText(env, "operator-token")?.trim() || null,
  };
}

/** The settings for the database of the local stack, where nothing else is set. */
export function withLocalDatabase(env: Host["env"]): Host["env"] {
  if (env.DATABASE_URL) return env;
  const port = readJson(env, "ports.json", portsSchema)?.postgres;
  const passwords = readJson(env, "postgres-passwords.json", passwordsSchema);
  if (!port || !passwords) return env;
  const urlFor = (login: keyof typeof passwords) =>
    `postgres://${login}:${passwords[login]}@127.0.0.1:${port}/fairclick`;
  return {
    ...env,
    DATABASE_URL: urlFor("fairclick"),
    DATABASE_OWNER_URL: urlFor("fairclick_owner"),
  };
}

function readJson<Schema extends z.ZodType>(
  env: Host["env"],
  name: string,
  schema: Schema,
): z.infer<Schema> | null {
  const text = readText(env, name);
  return text === null ? null : schema.parse(JSON.parse(text));
}

function readText(env: Host["env"], name: string): string | null {
  try {
    return readFileSync(join(resolve(env.DATA_DIR || ".data"), name), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
