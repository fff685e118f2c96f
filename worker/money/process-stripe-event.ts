import { processStripeEvent as contract } from "@fairclick/core/jobs";
import { withPayments } from "@fairclick/services/money/stripe";
import { processStripeEvent } from "@fairclick/services/money/stripe-events";
import { defineJob } from "../define-job";

export const processStripeEventJob = defineJob(contract, {
  concurrency: 4,
  run: (ctx, { eventId }, deps) => processStripeEvent(withPayments(ctx, deps), eventId),
});
