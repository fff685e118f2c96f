import { forgetStripeEvents as contract } from "@fairclick/core/jobs";
import { forgetStripeEvents } from "@fairclick/services/money/stripe/forget-events";
import { defineJob } from "../define-job";

export const forgetStripeEventsJob = defineJob(contract, { run: (ctx) => forgetStripeEvents(ctx) });
