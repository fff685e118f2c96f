import { AppError } from "@fairclick/core/errors";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import { lockPolicy } from "@fairclick/sql/clicks/policy-versions";
import { endShadow, findShadow } from "@fairclick/sql/clicks/shadow/policy-shadows";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { makeChange } from "../../operations/operators/make-change";
import { findShadowState } from "./shadow-state";

/** Stops the shadow after the batches that it judges now; its figures stay. Throws `conflict` if none runs. */
export async function stopShadow(ctx: Ctx, input: ChangeInput): Promise<OperatorChange> {
  requireOperator(ctx);
  return makeChange(ctx, input, async (tx) => {
    await lockPolicy(tx);
    const at = ctx.now();
    const shadow = await findShadow(tx);
    if (!shadow || findShadowState(shadow, at) !== "running") {
      throw new AppError("conflict", "No shadow runs.");
    }
    const { id, until } = shadow;
    return {
      action: "policy.shadow.stop",
      subject: `policy-shadow:${id}`,
      before: { state: "running", until: until.toISOString() },
      after: { state: "stopped", endedAt: at.toISOString() },
      apply: async () => {
        await endShadow(tx, { id, at, failure: null });
      },
    };
  });
}
