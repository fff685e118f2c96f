import type { UserId } from "@fairclick/core/ids";
import { findWait, type Wait, type WaitReason } from "@fairclick/core/money/lots";
import { sumUnderReview } from "@fairclick/sql/clicks/findings";
import type { Queryable } from "@fairclick/sql/db/client";
import { listDoubtfulLots } from "@fairclick/sql/money/earnings";

const HOUR_MS = 60 * 60 * 1_000;

export type DepositHold = { depositHoldHours: number };

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
 * from are too new or disputed, or because an operator reviews the links that earned them. Each part
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
  for (const lot of await listDoubtfulLots(db, { userId, after, now })) {
    const wait = findWait(lot, now, depositHoldHours);
    if (!wait) continue;
    micros += lot.micros;
    const key = `${wait.reason} ${wait.at ? Math.floor(wait.at.getTime() / HOUR_MS) : ""}`;
    const known = parts.get(key);
    parts.set(key, {
      reason: wait.reason,
      at: laterTime(known?.at ?? null, wait.at),
      micros: (known?.micros ?? 0n) + lot.micros,
    });
  }
  const reviewedMicros = await sumUnderReview(db, userId);
  if (reviewedMicros > micros) {
    parts.set("link_review", { reason: "link_review", at: null, micros: reviewedMicros - micros });
    micros = reviewedMicros;
  }
  return { micros, parts: [...parts.values()].sort(byTime) };
}

function laterTime(one: Date | null, other: Wait["at"]): Date | null {
  return one && other && one > other ? one : other;
}

function byTime(a: WaitingPart, b: WaitingPart): number {
  return (a.at?.getTime() ?? Infinity) - (b.at?.getTime() ?? Infinity);
}
