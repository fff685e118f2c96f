import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { CliError } from "./failures";
import type { Env } from "./host";

export type TargetOptions = { api?: string | undefined; profile?: string | undefined };
export type Target = { api: string; token: string | null };

/**
 * Returns the API to call and the token to use, from options, environment, profiles and the local
 * stack, in this order. A token stored for one address is never sent to another. Throws a `CliError`
 * if there is no API or no such profile.
 */
export function findTarget(env: Env, options: TargetOptions): Target {
  const profiles = readProfiles(env);
  const named = options.api ?? (options.profile ? undefined : env.FAIRCLICK_API || undefined);
  const local = findLocalStack(env);
  if (named) {
    const api = toOrigin(named);
    const known = options.profile
      ? [getProfile(profiles, options.profile)]
      : [profiles[DEFAULT_PROFILE], ...Object.values(profiles), local];
    const match = known.find((target) => target?.api === api);
    return { api, token: env.FAIRCLICK_TOKEN || match?.token || null };
  }
  if (options.profile) return getProfile(profiles, options.profile);
  const fallback = profiles[DEFAULT_PROFILE] ?? local;
  if (fallback) return { api: fallback.api, token: env.FAIRCLICK_TOKEN || fallback.token };
  throw new CliError(
    "validation",
    "No marketplace is configured.",
    "Set --api or FAIRCLICK_API, run `fairclick login`, or start one here with `bun start`.",
  );
}

function getProfile(profiles: Record<string, Target>, name: string): Target {
  const profile = profiles[name];
  if (profile) return profile;
  const known = Object.keys(profiles).join(", ") || "none";
  throw new CliError(
    "validation",
    `There is no profile "${name}". Known: ${known}.`,
    `Create it with \`fairclick login --profile ${name}\`.`,
  );
}

/** Returns scheme, host and port, which a token is bound to. Throws a `CliError` if the address is not http(s). */
export function toOrigin(address: string): string {
  const url = URL.parse(address);
  if (url && (url.protocol === "http:" || url.protocol === "https:")) return url.origin;
  throw new CliError(
    "validation",
    `"${address}" is not the address of an API.`,
    "An address looks like https://fairclick.example.",
  );
}

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

export const DEFAULT_PROFILE = "default";

/** Windows reports the same mode for every file; there, the user's own folder keeps others out. */
const modesShowReaders = process.platform !== "win32";

const profileSchema = z.object({ api: z.string(), token: z.string() });
const profilesSchema = z.record(z.string(), profileSchema);
export type Profile = z.infer<typeof profileSchema>;

export function profilesFile(env: Env): string {
  const folder = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config");
  return join(folder, "fairclick", "profiles.json");
}

/** Returns the profiles by name. Throws if the file is damaged, or readable by others than its owner. */
export function readProfiles(env: Env): Record<string, Profile> {
  const file = profilesFile(env);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return {};
  if (modesShowReaders && (stats.mode & 0o077) !== 0) {
    throw new CliError(
      "forbidden",
      `${file} contains tokens, but other users can read it.`,
      `Run \`chmod 600 ${file}\`, and replace the tokens if others may have read them.`,
    );
  }
  const profiles = profilesSchema.safeParse(parseJson(readFileSync(file, "utf8")));
  if (profiles.success) return profiles.data;
  throw new CliError(
    "validation",
    `${file} is damaged.`,
    "Delete it and run `fairclick login` again.",
  );
}

export function saveProfile(env: Env, name: string, profile: Profile): void {
  writeProfiles(env, { ...readProfiles(env), [name]: profile });
}

export function deleteProfile(env: Env, name: string): void {
  const { [name]: _, ...others } = readProfiles(env);
  writeProfiles(env, others);
}

function writeProfiles(env: Env, profiles: Record<string, Profile>): void {
  writePrivately(profilesFile(env), `${JSON.stringify(profiles, null, 2)}\n`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Writes a file that only its owner can read. The earlier content is kept until the new file is complete. */
function writePrivately(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flag: "wx" });
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
