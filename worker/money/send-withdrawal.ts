import { sendWithdrawal as contract } from "@fairclick/core/jobs";
import { withPayments } from "@fairclick/services/money/stripe/payments-ctx";
import { sendWithdrawal } from "@fairclick/services/money/withdrawals/send-withdrawal";
import { defineJob } from "../define-job";

export const sendWithdrawalJob = defineJob(contract, {
  concurrency: 4,
  run: (ctx, { withdrawalId }, deps) => sendWithdrawal(withPayments(ctx, deps), withdrawalId),
});
