import { FINDING_DAYS } from "@fairclick/core/clicks/link-findings";
import { type CheckResult, ok, warn } from "./check-result";

/** Reports links that wait for an operator. */
export function judgeOpenFindings(open: number): CheckResult {
  if (open === 0) return ok("links", "none waits for an operator");
  return warn(
    "links",
    `${open === 1 ? "1 link waits" : `${open} links wait`} for an operator`,
    `\`fairclick findings list\` shows them; undecided ones are paid after ${FINDING_DAYS} days.`,
  );
}
