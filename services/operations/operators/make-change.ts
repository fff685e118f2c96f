import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import type { OperatorAction } from "@fairclick/core/operations/operators";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { writeAudit } from "../write-audit";

export type ForeseenChange = Omit<OperatorChange, "applied" | "action"> & {
  action: OperatorAction;
};
type Decision = ForeseenChange & { apply: () => Promise<void> };

/**
 * Makes an operator's change and writes its audit row in one transaction. `decide` locks the rows,
 * throws if the change is impossible, and returns what will change; a dry run ends there. The row comes
 * before those of what follows from the change, because the operators' mail is about the first.
 */
export async function makeChange(
  ctx: Ctx,
  { reason, dryRun }: ChangeInput,
  decide: (tx: Tx) => Promise<Decision>,
): Promise<OperatorChange> {
  requireOperator(ctx);
  return withTx(ctx.db, async (tx) => {
    const { apply, ...change } = await decide(tx);
    if (dryRun) return { ...change, applied: false };
    await writeAudit(tx, ctx, { ...change, reason });
    await apply();
    return { ...change, applied: true };
  });
}
