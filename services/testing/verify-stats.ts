import { withTx } from "@fairclick/sql/db/tx";
import { everything } from "@fairclick/sql/money/proof-scope";
import { insightChecks, linkChecks, statChecks } from "@fairclick/sql/money/stat-checks";
import type { Ctx } from "../context";
import { checkBooks } from "../money/ledger";

/** Compares all counters with what they count, where nobody was paid and the books would be wrong. */
export function verifyStats(ctx: Pick<Ctx, "db">) {
  const checks = [...linkChecks, ...statChecks, ...insightChecks];
  return withTx(ctx.db, (tx) => checkBooks(tx, { limit: 20, scope: everything }, checks), {
    isolation: "repeatable read",
  });
}
