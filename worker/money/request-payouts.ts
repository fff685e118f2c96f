import { requestPayouts as contract } from "@fairclick/core/jobs";
import { requestDuePayouts } from "@fairclick/services/money/withdrawals/request-due-payouts";
import { defineJob } from "../define-job";

/** Without Stripe keys, schedules wait. */
export const requestPayoutsJob = defineJob(contract, {
  run: async (ctx, _payload, deps) => {
    const { config, stripe } = deps;
    const needsConfirmedEmail = config.mail !== null;
    if (stripe) await requestDuePayouts(ctx, { ...config, needsConfirmedEmail });
  },
});
