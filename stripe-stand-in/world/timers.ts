/** What happens later without anybody asking for it. */
export type Task =
  | { kind: "expire_session"; session: string }
  | { kind: "finish_debit"; session: string; succeeds: boolean }
  | { kind: "open_dispute"; charge: string }
  | { kind: "release_funds"; transaction: string }
  | { kind: "send_payout"; payout: string }
  | { kind: "land_payout"; payout: string }
  | { kind: "pay_out_automatically"; account: string };

export type Timer = { dueAtMs: number; task: Task };

/** Infinity when nothing is planned. */
export function nextTimerAtMs(timers: Timer[]): number {
  return timers.reduce((first, { dueAtMs }) => Math.min(first, dueAtMs), Number.POSITIVE_INFINITY);
}

/** Takes out the first timer, if it is due by then. Equal ones go in the order they were set. */
export function takeDueTimer(timers: Timer[], byMs: number): Timer | null {
  const first = nextTimerAtMs(timers);
  if (first > byMs) return null;
  const index = timers.findIndex(({ dueAtMs }) => dueAtMs === first);
  return timers.splice(index, 1)[0] ?? null;
}
