/** With fewer judged clicks, no share of clicks that counted is shown. */
export const ENOUGH_JUDGED_CLICKS = 100;

/** A campaign that has run for less than this has no rate yet. */
const MIN_RUNNING_HOURS = 1;

type Spending = {
  /** What is left of the budget, without what held clicks claim. */
  leftMicros: bigint;
  /** What the budget paid in the last 24 hours. */
  daySpentMicros: bigint;
  /** Hours of the last 24 in which the campaign ran. */
  dayHours: number;
};

/**
 * Returns how many days the rest of a budget lasts if it is spent as in the last 24 hours, with one
 * decimal; null if nothing was spent or the campaign has only begun.
 */
export function budgetDays({ leftMicros, daySpentMicros, dayHours }: Spending): number | null {
  if (daySpentMicros <= 0n || dayHours < MIN_RUNNING_HOURS) return null;
  const hours = Math.min(dayHours, 24);
  const days = (Number(leftMicros) / Number(daySpentMicros)) * (hours / 24);
  return Math.round(Math.max(0, days) * 10) / 10;
}

/** Returns the share of judged clicks that were paid, in percent; null if too few were judged. */
export function countedPercent(clicks: {
  valid: bigint;
  invalid: bigint;
  unpaid: bigint;
}): number | null {
  const judged = clicks.valid + clicks.invalid + clicks.unpaid;
  if (judged < ENOUGH_JUDGED_CLICKS) return null;
  return Number((clicks.valid * 100n) / judged);
}
