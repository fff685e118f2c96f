/** Work that a timer starts. */
export type Task =
  | { kind: "expire_session"; session: string }
  | { kind: "finish_debit"; session: string; succeeds: boolean }
  | { kind: "open_dispute"; charge: string }
  | { kind: "release_funds"; transaction: string }
  | { kind: "send_payout"; payout: string }
  | { kind: "land_payout"; payout: string }
  | { kind: "pay_out_automatically"; account: string };

export type Timer = { dueAtMs: number; task: Task };

/** Returns when the first timer is due, or Infinity if there is none. */
export function nextTimerAtMs(timers: Timer[]): number {
  return timers.reduce((first, { dueAtMs }) => Math.min(first, dueAtMs), Number.POSITIVE_INFINITY);
}

/**
 * Removes and returns the first timer that is due by `byMs`, or null if none is. Equal times keep
 * their order of creation.
 */
export function removeDueTimer(timers: Timer[], byMs: number): Timer | null {
  const first = nextTimerAtMs(timers);
  if (first > byMs) return null;
  const index = timers.findIndex(({ dueAtMs }) => dueAtMs === first);
  return timers.splice(index, 1)[0] ?? null;
}
