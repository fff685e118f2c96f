import { forget as contract } from "@fairclick/core/jobs";
import { forgetPresences } from "@fairclick/services/accounts/presence";
import { openCoverStore } from "@fairclick/services/campaigns/cover-stores";
import { deleteCovers } from "@fairclick/services/campaigns/covers";
import { forgetClicks } from "@fairclick/services/clicks/retain";
import { forgetStripeEvents } from "@fairclick/services/money/stripe-events";
import { forgetNotices } from "@fairclick/services/notices/notices";
import { defineJob } from "../define-job";
import { runEach } from "../run-each";

/** Clicks come last: a day of them can take an hour. */
export const forgetJob = defineJob(contract, {
  timeoutMs: 4 * 60 * 60_000,
  run: (ctx, _payload, { config }) =>
    runEach([
      () => forgetPresences(ctx),
      () => forgetStripeEvents(ctx),
      () => forgetNotices(ctx),
      () => deleteCovers(ctx, openCoverStore(config)),
      () => forgetClicks(ctx),
    ]),
});
