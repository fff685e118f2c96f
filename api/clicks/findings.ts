import { FINDING_DAYS } from "@fairclick/core/clicks/link-findings";
import { reasonCategory } from "@fairclick/core/clicks/reasons";
import type { LinkFinding } from "@fairclick/sql/clicks/findings";

const DAY_MS = 86_400_000;

/** Shows a creator the category that all findings have; figures would help to get around the rules. */
export function presentReview({ foundAt, explanation }: LinkFinding) {
  return {
    since: foundAt,
    until: new Date(foundAt.getTime() + FINDING_DAYS * DAY_MS),
    category: reasonCategory("link_networks"),
    appealed: explanation !== null,
  };
}
