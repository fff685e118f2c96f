import { sweepPayments as contract } from "@fairclick/core/jobs";
import { withPayments } from "@fairclick/services/money/stripe/payments-ctx";
import { sweepPayments } from "@fairclick/services/money/stripe/sweep-payments";
import { resumeWithdrawals } from "@fairclick/services/money/withdrawals/brake-payouts";
import { defineJob } from "../define-job";

/** Without Stripe keys, open payments stay open. */
export const sweepPaymentsJob = defineJob(contract, {
  run: async (ctx, _payload, deps) => {
    if (!deps.stripe) return;
    await resumeWithdrawals(ctx, deps.config);
    await sweepPayments(withPayments(ctx, deps));
  },
});
