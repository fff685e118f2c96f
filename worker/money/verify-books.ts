import { verifyBooks as contract } from "@fairclick/core/jobs";
import { verifyBooks } from "@fairclick/services/money/ledger";
import { withTx } from "@fairclick/sql/db/tx";
import { replaceBooksProof } from "@fairclick/sql/money/book-checks";
import { defineJob } from "../define-job";

/** Every process shows the result from Postgres, so it does not matter which worker proved the books. */
export const verifyBooksJob = defineJob(contract, {
  timeoutMs: 4 * 60 * 60_000,
  run: async (ctx) => {
    const { checks } = await verifyBooks(ctx);
    for (const { name, claim, differences } of checks) {
      if (differences.length > 0) {
        ctx.log.error({ check: name, claim, differences }, "The books are wrong");
      }
    }
    const results = checks.map(({ name, differences }) => ({
      name,
      differences: differences.length,
    }));
    await withTx(ctx.db, (tx) => replaceBooksProof(tx, { proof: "books", checks: results }));
  },
});
