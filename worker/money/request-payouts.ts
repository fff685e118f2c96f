import { requestPayouts as contract } from "@fairclick/core/jobs";
import { requestDuePayouts } from "@fairclick/services/money/withdrawals/request-due-payouts";
import { defineJob } from "../define-job";

/** Without Stripe keys, schedules wait. */
export const requestPayoutsJob = defineJob(contract, {
  run: async (ctx, _payload, deps) => {
    if (deps.stripe) await requestDuePayouts(ctx, deps.config);
  },
});
