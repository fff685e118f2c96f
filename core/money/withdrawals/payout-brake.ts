import { MICROS_PER_DOLLAR } from "../micros";

const DAY_MS = 86_400_000;

/** An unproved payment of this age counts as proved: most stolen cards are reported by then. */
export const UNPROVED_DAYS = 30;
/** How long unproved money that was paid out counts. */
export const BRAKE_DAYS = 7;
/** How long it counts if its payment was disputed: it is probably lost. */
export const BRAKE_DAYS_DISPUTED = 30;

/** Unproved money that was paid out. */
export type UnprovedPayout = { micros: bigint; at: Date; disputed: boolean };

export type BrakeRules = {
  /** Most unproved money that may reach banks within a week; 0 disables the brake. */
  unprovedPayoutDollars: number;
};

/**
 * Returns null if a withdrawal with `unprovedMicros` of unproved money may be sent now, and else when
 * it fits below the limit. `until` is null if it never fits because it is larger than the limit.
 */
export function findBrake(
  payouts: readonly UnprovedPayout[],
  unprovedMicros: bigint,
  { unprovedPayoutDollars, now }: BrakeRules & { now: Date },
): { until: Date | null } | null {
  if (unprovedPayoutDollars === 0 || unprovedMicros === 0n) return null;
  const limitMicros = BigInt(unprovedPayoutDollars) * MICROS_PER_DOLLAR;
  if (unprovedMicros > limitMicros) return { until: null };
  const counted = payouts
    .map((payout) => ({ micros: payout.micros, endsAt: countsUntil(payout) }))
    .filter(({ endsAt }) => endsAt > now)
    .sort((a, b) => a.endsAt.getTime() - b.endsAt.getTime());
  let sum = unprovedMicros + counted.reduce((total, { micros }) => total + micros, 0n);
  if (sum <= limitMicros) return null;
  for (const { micros, endsAt } of counted) {
    sum -= micros;
    if (sum <= limitMicros) return { until: endsAt };
  }
  return { until: null };
}

function countsUntil({ at, disputed }: UnprovedPayout): Date {
  return new Date(at.getTime() + (disputed ? BRAKE_DAYS_DISPUTED : BRAKE_DAYS) * DAY_MS);
}
