/** How many days withdrawals of a user can wait because operators look at the user. */
export const WATCH_DAYS = {
  /** From the start, by one operator. */
  alone: 7,
  /** From the start, with a second operator. */
  together: 14,
  /** From the start until the same user can be watched for a new reason. */
  between: 30,
} as const;

const DAY_MS = 86_400_000;

export type WatchSpan = { startedBy: string; startedAt: Date; until: Date };

type Wanted = { by: string; at: Date; days: number };

export type WatchPlan =
  | { ok: true; isRenewal: boolean; startedAt: Date; until: Date }
  | { ok: false; why: "needs_second_operator" | "too_long" | "not_longer"; again: Date };

/** Returns the latest time at which withdrawals that a watch holds go on, whether it is renewed or not. */
export function watchLimit({ startedAt }: Pick<WatchSpan, "startedAt">): Date {
  return addDays(startedAt, WATCH_DAYS.together);
}

/**
 * Plans a watch, or the renewal of one that started within the last 30 days, ended or not. One operator
 * can hold money for 7 days from the start, two for 14. `again` is when a new watch can start.
 */
export function planWatch(before: WatchSpan | null, { by, at, days }: Wanted): WatchPlan {
  const again = before && addDays(before.startedAt, WATCH_DAYS.between);
  if (!before || !again || again <= at) {
    return { ok: true, isRenewal: false, startedAt: at, until: addDays(at, days) };
  }
  const isSecond = by !== before.startedBy;
  const limit = isSecond ? watchLimit(before) : addDays(before.startedAt, WATCH_DAYS.alone);
  const until = earlier(addDays(at, days), limit);
  if (until > at && until > before.until) {
    return { ok: true, isRenewal: true, startedAt: before.startedAt, until };
  }
  if (limit > at && before.until < limit) return { ok: false, why: "not_longer", again };
  return { ok: false, why: isSecond ? "too_long" : "needs_second_operator", again };
}

function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
