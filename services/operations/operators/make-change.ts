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
 * Makes a change in an operator's name, and its audit row in the same transaction. `decide` locks
 * what is concerned, refuses what cannot be and says what will be different; a dry run ends there.
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
