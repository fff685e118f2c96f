import { sweepPayments as contract } from "@fairclick/core/jobs";
import { resumeWithdrawals } from "@fairclick/services/money/request-withdrawal";
import { withPayments } from "@fairclick/services/money/stripe";
import { sweepPayments } from "@fairclick/services/money/stripe-events";
import { defineJob } from "../define-job";

/** Without Stripe keys, open payments stay open. */
export const sweepPaymentsJob = defineJob(contract, {
  run: async (ctx, _payload, deps) => {
    if (!deps.stripe) return;
    await resumeWithdrawals(ctx, deps.config);
    await sweepPayments(withPayments(ctx, deps));
  },
});
