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

/** Max clicks of one objection; they are decided in one transaction. */
export const MAX_OBJECTION_CLICKS = 1_000;
/** Max open objections of a campaign: operators read each of them. */
export const MAX_OPEN_OBJECTIONS = 5;
export const OBJECTION_DAYS = 30;

/** Returns the earliest time of a click to which a developer can still object. */
export function objectionsSince(now: Date): Date {
  return new Date(now.getTime() - OBJECTION_DAYS * DAY_MS);
}
