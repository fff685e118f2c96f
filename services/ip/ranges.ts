import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { RangeEffect } from "@fairclick/core/ip/ip-data";
import {
  deleteIpRange,
  type IpRange,
  lockIpRange,
  normaliseNetwork,
  upsertIpRange,
} from "@fairclick/sql/ip/lists";
import { makeChange, requireOperator } from "../changes";
import type { Ctx } from "../context";

/** Decides about a range for clicks that are recorded from now on. */
export async function decideRange(
  ctx: Ctx,
  decision: ChangeInput & { range: string; effect: RangeEffect },
): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  const { effect, reason } = decision;
  return makeChange(ctx, decision, async (tx) => {
    const range = await normaliseNetwork(tx, decision.range);
    return {
      action: `ip_range.${effect}`,
      subject: `ip_range:${range}`,
      before: rangeFacts(await lockIpRange(tx, range)),
      after: { effect, reason },
      apply: () => upsertIpRange(tx, { range, effect, reason, operatorId, at: ctx.now() }),
    };
  });
}

/**
 * Removes the decision about a range, so that the published lists apply again. Throws `not_found` if
 * there is none.
 */
export async function removeRange(
  ctx: Ctx,
  removal: ChangeInput & { range: string },
): Promise<OperatorChange> {
  return makeChange(ctx, removal, async (tx) => {
    const range = await normaliseNetwork(tx, removal.range);
    const before = await lockIpRange(tx, range);
    if (!before) throw new AppError("not_found", `No decision is stored for ${range}`);
    return {
      action: "ip_range.remove",
      subject: `ip_range:${range}`,
      before: rangeFacts(before),
      after: rangeFacts(null),
      apply: () => deleteIpRange(tx, range),
    };
  });
}

function rangeFacts(range: IpRange | null) {
  return { effect: range?.effect ?? null, reason: range?.reason ?? null };
}
