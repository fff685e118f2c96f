import { AppError } from "@fairclick/core/errors";
import type { RangeEffect } from "@fairclick/core/ip/ip-data";
import { withTx } from "@fairclick/sql/db/tx";
import {
  deleteIpRange,
  type IpRange,
  lockIpRange,
  normaliseNetwork,
  upsertIpRange,
} from "@fairclick/sql/ip/ip-ranges";
import { requireOperator } from "../actor";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";

export type RangeDecision = { range: string; effect: RangeEffect; reason: string };

/** Decides about a range for clicks that are recorded from now on. Returns the stored range. */
export async function decideRange(ctx: Ctx, decision: RangeDecision): Promise<IpRange> {
  const operatorId = requireOperator(ctx);
  const { effect, reason } = decision;
  return withTx(ctx.db, async (tx) => {
    const range = await normaliseNetwork(tx, decision.range);
    const before = await lockIpRange(tx, range);
    await upsertIpRange(tx, { range, effect, reason, operatorId, at: ctx.now() });
    const decided = await lockIpRange(tx, range);
    if (!decided) throw new Error(`The range ${range} was deleted`);
    await writeAudit(tx, ctx, {
      action: `ip_range.${effect}`,
      subject: `ip_range:${range}`,
      reason,
      ...(before ? { before: { effect: before.effect, reason: before.reason } } : {}),
      after: { effect, reason },
    });
    return decided;
  });
}

/**
 * Removes the decision about a range, so that the published lists apply again. Returns what was
 * removed; throws `not_found`.
 */
export async function removeRange(
  ctx: Ctx,
  input: Pick<RangeDecision, "range" | "reason">,
): Promise<IpRange> {
  requireOperator(ctx);
  return withTx(ctx.db, async (tx) => {
    const range = await normaliseNetwork(tx, input.range);
    const before = await lockIpRange(tx, range);
    if (!before) throw new AppError("not_found", `No decision is stored for ${range}`);
    await deleteIpRange(tx, range);
    await writeAudit(tx, ctx, {
      action: "ip_range.remove",
      subject: `ip_range:${range}`,
      reason: input.reason,
      before: { effect: before.effect, reason: before.reason },
    });
    return before;
  });
}
