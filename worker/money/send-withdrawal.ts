import { sendWithdrawal as contract } from "@fairclick/core/jobs";
import { sendWithdrawal } from "@fairclick/services/money/send-withdrawal";
import { withPayments } from "@fairclick/services/money/stripe";
import { defineJob } from "../define-job";

export const sendWithdrawalJob = defineJob(contract, {
  concurrency: 4,
  run: (ctx, { withdrawalId }, deps) => sendWithdrawal(withPayments(ctx, deps), withdrawalId),
});
