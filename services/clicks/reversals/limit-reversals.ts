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
 * Adds `micros` to what the operator took back within 24 hours. Throws `conflict` if the sum would exceed
 * the limit. It stays added if the reversal itself then fails.
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
