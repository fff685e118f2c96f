import type { shadowStates } from "@fairclick/core/clicks/policy-shadow-schema";
import type { StoredShadow } from "@fairclick/sql/clicks/shadow/policy-shadows";

export type ShadowState = (typeof shadowStates)[number];

/** `finished` judged until its planned end; `failed` was ended by settlement. */
export function findShadowState(
  { endedAt, failure, until }: Pick<StoredShadow, "endedAt" | "failure" | "until">,
  now: Date,
): ShadowState {
  if (failure !== null) return "failed";
  if (endedAt) return "stopped";
  return now < until ? "running" : "finished";
}
