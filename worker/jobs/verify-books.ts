import { verifyBooks as contract } from "@fairclick/core/jobs";
import { verifyBooks } from "@fairclick/services/ledger/verify-books";
import { defineJob } from "../define-job";

export const verifyBooksJob = defineJob(contract, {
  run: async (ctx, _payload, { metrics }) => {
    const { checks } = await verifyBooks(ctx);
    for (const { name, claim, differences } of checks) {
      metrics.booksDifferences.set({ check: name }, differences.length);
      if (differences.length > 0) {
        ctx.log.error({ check: name, claim, differences }, "The books are wrong");
      }
    }
    metrics.booksVerifiedAt.set(ctx.now().getTime() / 1_000);
  },
});
