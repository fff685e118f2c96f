import { formatDollars } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import {
  insertReversalSum,
  lockReversalSums,
  type ReversalSum,
} from "@fairclick/sql/clicks/click-decisions";
import type { Tx } from "@fairclick/sql/db/client";
import { requireOperator } from "../changes";
import type { Ctx } from "../context";

const DAY_MS = 24 * 3_600_000;

/** What one operator can take back within 24 hours; null without a limit. */
export type ReversalLimit = { limitMicros: bigint | null };

/**
 * Adds `micros` to what the operator took back within 24 hours. Throws `conflict` if the sum would exceed
 * the limit, and says when it no longer does. It stays added if the reversal itself then fails.
 */
export async function countTowardsReversalLimit(
  tx: Tx,
  ctx: Pick<Ctx, "actor" | "now">,
  { micros, limitMicros }: ReversalLimit & { micros: bigint },
): Promise<void> {
  if (limitMicros === null || micros <= 0n) return;
  const operatorId = requireOperator(ctx);
  const at = ctx.now();
  const since = new Date(at.getTime() - DAY_MS);
  const sums = await lockReversalSums(tx, { operatorId, since });
  const leftMicros = limitMicros - sums.reduce((total, sum) => total + sum.micros, 0n);
  if (micros > leftMicros) {
    const left = leftMicros > 0n ? leftMicros : 0n;
    throw new AppError(
      "conflict",
      `This takes back ${formatDollars(micros)}. One operator can take back ${formatDollars(limitMicros)} within 24 hours, and you ${formatDollars(left)} more now. ${describeWait(sums, micros - leftMicros)}`,
    );
  }
  await insertReversalSum(tx, { id: Bun.randomUUIDv7(), operatorId, at, micros });
}

/** Says when `excessMicros` of what was taken back no longer counts. */
function describeWait(sums: readonly ReversalSum[], excessMicros: bigint): string {
  let freedMicros = 0n;
  for (const { at, micros } of sums) {
    freedMicros += micros;
    if (freedMicros < excessMicros) continue;
    const free = new Date(at.getTime() + DAY_MS).toISOString();
    return `It is possible from ${free.slice(0, 16).replace("T", " ")} UTC on.`;
  }
  return "It is never possible at once: take back fewer clicks, or raise REVERSAL_LIMIT_DOLLARS.";
}
