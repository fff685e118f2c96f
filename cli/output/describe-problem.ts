import type { Problem } from "@fairclick/core/operations/work";

/** Describes a problem of the marketplace without its name, and what to do. */
export function describeProblem({ detail, advice }: Problem): string {
  return advice === null ? detail : `${detail}. ${advice}`;
}
