import { sendRefund as contract } from "@fairclick/core/jobs";
import { sendRefund } from "@fairclick/services/money/send-refund";
import { withPayments } from "@fairclick/services/money/stripe";
import { defineJob } from "../define-job";

export const sendRefundJob = defineJob(contract, {
  concurrency: 4,
  run: (ctx, { refundId }, deps) => sendRefund(withPayments(ctx, deps), refundId),
});
