import type { Env } from "../env";
import { CliError } from "../failures";
import { findLocalStack } from "./local-stack";
import { DEFAULT_PROFILE, readProfiles } from "./profiles";

export type TargetOptions = { api?: string | undefined; profile?: string | undefined };
export type Target = { api: string; token: string | null };

/**
 * Which API to call and as whom. A token that was stored for one address is never sent to another.
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
    "There is no marketplace to talk to.",
    "Name one with --api or FAIRCLICK_API, run `fairclick login`, or start one here with `bun start`.",
  );
}

function getProfile(profiles: Record<string, Target>, name: string): Target {
  const profile = profiles[name];
  if (profile) return profile;
  const known = Object.keys(profiles).join(", ") || "none";
  throw new CliError(
    "validation",
    `There is no profile "${name}". Known: ${known}.`,
    `Make it with \`fairclick login --profile ${name}\`.`,
  );
}

/** Gives scheme, host and port: what a token is bound to. */
export function toOrigin(address: string): string {
  const url = URL.parse(address);
  if (url && (url.protocol === "http:" || url.protocol === "https:")) return url.origin;
  throw new CliError(
    "validation",
    `"${address}" is not the address of an API.`,
    "It looks like https://fairclick.example.",
  );
}
