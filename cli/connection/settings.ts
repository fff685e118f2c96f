import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { Env } from "../env";
import { CliError } from "../failures";
import { outputFormats } from "../output/output-formats";
import { profilesFile } from "./profiles";
import { writePrivately } from "./write-privately";

const settingsSchema = z.strictObject({
  /** Default of --output. */
  output: z.enum(outputFormats).optional(),
  /** Profile of commands that name none. */
  profile: z.string().min(1).optional(),
  /** Command lines by their short names. */
  aliases: z.record(z.string(), z.string()).default({}),
});
export type Settings = z.infer<typeof settingsSchema>;

export function settingsFile(env: Env): string {
  return join(dirname(profilesFile(env)), "config.json");
}

/** Returns what `fairclick config` stored. Throws a `CliError` if the file is damaged. */
export function readSettings(env: Env): Settings {
  const file = settingsFile(env);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return { aliases: {} };
    throw error;
  }
  const settings = settingsSchema.safeParse(parseJson(text));
  if (settings.success) return settings.data;
  throw new CliError("validation", `${file} is damaged.`, "Correct it, or delete it.");
}

export function saveSettings(env: Env, settings: Settings): void {
  writePrivately(settingsFile(env), `${JSON.stringify(settings, null, 2)}\n`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
