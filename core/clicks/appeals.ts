import type { Verdict } from "./signal";

const APPEAL_DAYS = 30;
const DAY_MS = 86_400_000;

/** Returns the end of the appeal period; null if the click is not invalid or the period is over. */
export function appealUntil({
  verdict,
  clickedAt,
  now,
}: {
  verdict: Verdict;
  clickedAt: Date;
  now: Date;
}): Date | null {
  const until = new Date(clickedAt.getTime() + APPEAL_DAYS * DAY_MS);
  return verdict === "invalid" && now < until ? until : null;
}
