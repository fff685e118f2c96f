import { AppError } from "@fairclick/core/errors";
import { formatDollars } from "@fairclick/core/money/micros";
import { insertReversalSum, lockReversedSince } from "@fairclick/sql/clicks/reversal-requests";
import type { Tx } from "@fairclick/sql/db/client";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";

const DAY_MS = 24 * 3_600_000;

/** What one operator can take back within 24 hours; null without a limit. */
export type ReversalLimit = { limitMicros: bigint | null };

/**
 * Counts what the operator is about to take back. Throws `conflict` if the sum of 24 hours would exceed the
 * limit. What is counted stays counted even if the reversal fails afterwards.
 */
export async function countReversal(
  tx: Tx,
  ctx: Pick<Ctx, "actor" | "now">,
  { micros, limitMicros }: ReversalLimit & { micros: bigint },
): Promise<void> {
  if (limitMicros === null || micros <= 0n) return;
  const operatorId = requireOperator(ctx);
  const at = ctx.now();
  const since = new Date(at.getTime() - DAY_MS);
  const before = await lockReversedSince(tx, { operatorId, since });
  if (before + micros > limitMicros) {
    const left = limitMicros > before ? limitMicros - before : 0n;
    throw new AppError(
      "conflict",
      `This takes back ${formatDollars(micros)}. One operator can take back ${formatDollars(limitMicros)} within 24 hours, and you ${formatDollars(left)} more. Request it with \`fairclick reversals request\`: a second operator approves it.`,
    );
  }
  await insertReversalSum(tx, { id: Bun.randomUUIDv7(), operatorId, at, micros });
}
