import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Env } from "../env";
import { CliError } from "../failures";
import { writePrivately } from "./write-privately";

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
