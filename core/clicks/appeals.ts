import type { Verdict } from "./signal";

const APPEAL_DAYS = 30;
const DAY_MS = 86_400_000;

/** Until when a click's creator may appeal; null when there is nothing to appeal against, or it is too late. */
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
