import { listSignIns as listRows, type SignIn } from "@fairclick/sql/accounts/devices";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../context";

const MAX_PEOPLE = 50;

/**
 * Lists the users who were signed in at an address of the range lately, or paid from there; latest first,
 * at most 50. Reads every known place, so it ends after 10 seconds.
 */
export async function listSignIns(
  ctx: Pick<Ctx, "db">,
  { range }: { range: string },
): Promise<SignIn[]> {
  return withTx(ctx.db, (tx) => listRows(tx, { range, limit: MAX_PEOPLE }), {
    readOnly: true,
    statementTimeoutMs: 10_000,
  });
}
