import type { UserId } from "@fairclick/core/ids";
import { type DepositHold, earningsHolds, findHolds } from "@fairclick/core/money/holds";
import type { WaitReason } from "@fairclick/core/money/lots";
import type { Queryable } from "@fairclick/sql/db/client";
import { type HeldLot, listDoubtfulLots, sumUnderReview } from "@fairclick/sql/money/earnings";

const HOUR_MS = 60 * 60 * 1_000;

type Owner = { userId: UserId } & DepositHold;

/** An amount that cannot be withdrawn yet. `at` is null while no date is known. */
export type WaitingPart = { reason: WaitReason; at: Date | null; micros: bigint };

export type WaitingEarnings = {
  micros: bigint;
  /** By reason and hour, earliest first; parts without a date last. */
  parts: WaitingPart[];
};

/**
 * Returns how much of a user's earnings cannot be withdrawn yet, because the deposits that they came
 * from are too new or disputed, or because too few players followed the clicks that earned them. Each part
 * shows the latest time of its hour, so that no money arrives later than shown. Money that waits for both
 * a deposit and a review is counted once, with the deposit.
 */
export async function findWaitingEarnings(
  db: Queryable,
  now: Date,
  { userId, depositHoldHours }: Owner,
): Promise<WaitingEarnings> {
  const after = new Date(now.getTime() - depositHoldHours * HOUR_MS);
  const parts = new Map<string, WaitingPart>();
  let micros = 0n;
  const add = (lot: HeldLot | null, waitingMicros: bigint) => {
    const [hold] = findHolds(earningsHolds, { lot, now }, { depositHoldHours });
    if (!hold || waitingMicros <= 0n) return;
    micros += waitingMicros;
    const { name: reason, until } = hold;
    const key = `${reason} ${until ? Math.floor(until.getTime() / HOUR_MS) : ""}`;
    const known = parts.get(key);
    parts.set(key, {
      reason,
      at: laterTime(known?.at ?? null, until),
      micros: (known?.micros ?? 0n) + waitingMicros,
    });
  };
  for (const lot of await listDoubtfulLots(db, { userId, after, now })) add(lot, lot.micros);
  add(null, (await sumUnderReview(db, userId)) - micros);
  return { micros, parts: [...parts.values()].sort(byTime) };
}

function laterTime(one: Date | null, other: Date | null): Date | null {
  return one && other && one > other ? one : other;
}

function byTime(a: WaitingPart, b: WaitingPart): number {
  return (a.at?.getTime() ?? Infinity) - (b.at?.getTime() ?? Infinity);
}
