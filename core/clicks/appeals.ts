import { z } from "zod";
import { networkKinds, networkName } from "./category-names";
import type { Verdict } from "./signal";

const APPEAL_DAYS = 30;
const DAY_MS = 86_400_000;
/** Max clicks that the decision about an appeal pays, the oldest ones: it is one transaction. */
export const MAX_APPEAL_CLICKS = 10_000;

/** What the clicks of an appeal have in common, besides their link. A link has one appeal for each. */
export const appealedGroupSchema = z.object({
  /** The UTC day on which they were clicked. */
  day: z.iso.date(),
  /** The stored reason, which creators do not see. */
  reason: z.string(),
});
export type AppealedGroup = z.infer<typeof appealedGroupSchema>;

/** How many clicks came from each kind of network, the most frequent first. */
export const networkCountsSchema = z.array(
  z.object({ kind: z.enum(networkKinds), clicks: z.int() }),
);
export type NetworkCounts = z.infer<typeof networkCountsSchema>;

/** Returns the kinds in words: `a data centre (30), a home line (7)`. */
export function describeNetworks(counts: NetworkCounts): string {
  return counts.map(({ kind, clicks }) => `${networkName(kind)} (${clicks})`).join(", ");
}

/** Returns the UTC day of a click: `2026-11-27`. */
export function clickDay(clickedAt: Date): string {
  return clickedAt.toISOString().slice(0, 10);
}

/**
 * Returns the end of the appeal period of a click's day; null if the click is neither invalid nor held,
 * or the period is over.
 */
export function appealUntil({
  verdict,
  clickedAt,
  now,
}: {
  verdict: Verdict;
  clickedAt: Date;
  now: Date;
}): Date | null {
  const until = new Date(Date.parse(clickDay(clickedAt)) + (APPEAL_DAYS + 1) * DAY_MS);
  return (verdict === "invalid" || verdict === "held") && now < until ? until : null;
}

/** Returns the start of the earliest UTC day with clicks that can still be appealed. */
export function appealableSince(now: Date): Date {
  return new Date(Date.parse(clickDay(now)) - APPEAL_DAYS * DAY_MS);
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
