import { deliverWebhooks as contract } from "@fairclick/core/jobs";
import { isLocalAddress } from "@fairclick/core/web-addresses";
import { deliverWebhooks } from "@fairclick/services/notices/deliver-webhooks";
import { reportSums } from "@fairclick/services/notices/report-sums";
import { defineJob } from "../define-job";
import { runEach } from "../run-each";

export const deliverWebhooksJob = defineJob(contract, {
  run: (ctx, _, { config }) => {
    const allowLocal = isLocalAddress(new URL(config.appUrl));
    return runEach([
      () => reportSums(ctx),
      () => deliverWebhooks({ ...ctx, sendOptions: { allowLocal } }),
    ]);
  },
});
