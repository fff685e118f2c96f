import type { Problem } from "@fairclick/core/operations/status-schema";

/** Describes a problem of the marketplace without its name, and what to do. */
export function describeProblem({ detail, advice }: Problem): string {
  return advice === null ? detail : `${detail}. ${advice}`;
}
