import { forget as contract } from "@fairclick/core/jobs";
import { forgetPresences } from "@fairclick/services/accounts/forget-presences";
import { deleteCovers } from "@fairclick/services/campaigns/covers/delete-covers";
import { openCoverStore } from "@fairclick/services/campaigns/covers/open-cover-store";
import { forgetClicks } from "@fairclick/services/clicks/retain/forget-clicks";
import { forgetStripeEvents } from "@fairclick/services/money/stripe/forget-events";
import { forgetNotices } from "@fairclick/services/notices/forget-notices";
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
