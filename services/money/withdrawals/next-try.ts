import type { Withdrawal } from "@fairclick/sql/money/withdrawals";

const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
/** Card money is available after two business days; a long weekend on top of that. */
const GIVE_UP_AFTER_MS = 7 * 24 * 60 * MINUTE_MS;

/** When Stripe is to be asked again after it had too little money: 1, 2, 4 … 60 minutes later. Null: no more. */
export function nextTry(
  { attempt, requestedAt }: Pick<Withdrawal, "attempt" | "requestedAt">,
  at: Date,
): Date | null {
  if (at.getTime() - requestedAt.getTime() > GIVE_UP_AFTER_MS) return null;
  const pauseMs = Math.min(MINUTE_MS * 2 ** Math.min(attempt - 1, 10), LONGEST_PAUSE_MS);
  return new Date(at.getTime() + pauseMs);
}
