import type { Env } from "../env";
import { CliError } from "../failures";
import { findLocalStack } from "./local-stack";
import { DEFAULT_PROFILE, readProfiles } from "./profiles";

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
