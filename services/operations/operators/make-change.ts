import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { writeAudit } from "../write-audit";

type Decision = Omit<OperatorChange, "applied"> & { apply: () => Promise<void> };

/**
 * Makes an operator's change and writes its audit row in one transaction. `decide` locks the rows,
 * throws if the change is impossible, and returns what will change; a dry run ends there.
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
    await apply();
    await writeAudit(tx, ctx, { ...change, reason });
    return { ...change, applied: true };
  });
}
