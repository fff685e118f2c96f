import { forgetClicks as contract } from "@fairclick/core/jobs";
import { forgetClicks } from "@fairclick/services/clicks/retain/forget-clicks";
import { defineJob } from "../define-job";

export const forgetClicksJob = defineJob(contract, {
  timeoutMs: 4 * 60 * 60_000,
  run: (ctx) => forgetClicks(ctx),
});
