import { reconcileStripe as contract } from "@fairclick/core/jobs";
import { reconcileStripe } from "@fairclick/services/money/reconcile";
import { withPayments } from "@fairclick/services/money/stripe";
import { withTx } from "@fairclick/sql/db/tx";
import { replaceBooksProof } from "@fairclick/sql/money/book-checks";
import { defineJob } from "../define-job";

/** Sets the same alarm as the check of the books; does nothing without Stripe keys. */
export const reconcileStripeJob = defineJob(contract, {
  timeoutMs: 4 * 60 * 60_000,
  run: async (ctx, _payload, deps) => {
    if (!deps.stripe) return;
    const { differences, unexplainedMicros } = await reconcileStripe(withPayments(ctx, deps));
    const unexplained = unexplainedMicros === 0n ? 0 : 1;
    const found = differences.length + unexplained;
    const checks = [{ name: "stripe_equals_clearing", differences: found }];
    await withTx(ctx.db, (tx) => replaceBooksProof(tx, { proof: "stripe", checks }));
    if (found === 0) return;
    const listed = differences.slice(0, 20).map(({ key, stripeMicros, booksMicros }) => ({
      key,
      stripeMicros: stripeMicros.toString(),
      booksMicros: booksMicros.toString(),
    }));
    const unexplainedText = unexplainedMicros.toString();
    ctx.log.error(
      { differences: listed, found, unexplainedMicros: unexplainedText },
      "Stripe's books and ours differ",
    );
  },
});
