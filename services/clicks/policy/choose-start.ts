import { AppError } from "@fairclick/core/errors";
import { findSettledUpTo } from "@fairclick/sql/clicks/policy-versions";
import type { Tx } from "@fairclick/sql/db/client";

const DAY_MS = 24 * 3_600_000;
const MAX_DAYS_AHEAD = 30;

/**
 * Returns when a new version starts: at the wanted time, or now if it is null, but never before a click that
 * may be judged already. Requires the policy's lock. Throws `validation` for a time in the
 * past or more than 30 days ahead.
 */
export async function chooseStart(
  tx: Tx,
  { now, wanted }: { now: Date; wanted: Date | null },
): Promise<Date> {
  if (wanted && wanted < now) {
    throw new AppError("validation", "from must not be in the past: those clicks are judged.");
  }
  if (wanted && wanted.getTime() - now.getTime() > MAX_DAYS_AHEAD * DAY_MS) {
    throw new AppError("validation", `from must be within ${MAX_DAYS_AHEAD} days.`);
  }
  const settled = (await findSettledUpTo(tx))?.getTime() ?? 0;
  return new Date(Math.max((wanted ?? now).getTime(), settled));
}
