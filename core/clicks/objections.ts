export const objectionStates = ["open", "upheld", "dismissed"] as const;
export type ObjectionState = (typeof objectionStates)[number];

/** Max clicks of one objection; they are decided in one transaction. */
export const MAX_OBJECTION_CLICKS = 1_000;
/** Max open objections of a campaign: operators read each of them. */
export const MAX_OPEN_OBJECTIONS = 5;
export const OBJECTION_DAYS = 30;

const DAY_MS = 86_400_000;

/** Returns the earliest time of a click to which a developer can still object. */
export function objectionsSince(now: Date): Date {
  return new Date(now.getTime() - OBJECTION_DAYS * DAY_MS);
}
