import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import type { Env } from "../env";

const portsSchema = z.object({ api: z.number().int() });
const settingsSchema = z.record(z.string(), z.string());

export type LocalStack = { api: string; token: string | null };

/** Finds the stack that `bun start` runs on this machine, from files in its data folder. Null if none runs. */
export function findLocalStack(env: Env): LocalStack | null {
  const ports = readJson(env, "ports.json", portsSchema);
  if (!ports) return null;
  return {
    api: `http://localhost:${ports.api}`,
    token: readText(env, "operator-token")?.trim() || null,
  };
}

/** Returns the environment, completed with the settings of the local stack unless DATABASE_URL is set. */
export function withLocalSettings(env: Env): Env {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  if (given.DATABASE_URL) return given;
  return { ...readJson(env, "settings.json", settingsSchema), ...given };
}

function readJson<Schema extends z.ZodType>(
  env: Env,
  name: string,
  schema: Schema,
): z.infer<Schema> | null {
  const text = readText(env, name);
  return text === null ? null : schema.parse(JSON.parse(text));
}

function readText(env: Env, name: string): string | null {
  try {
    return readFileSync(join(resolve(env.DATA_DIR || ".data"), name), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
