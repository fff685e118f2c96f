import { deliverWebhooks as contract } from "@fairclick/core/jobs";
import { isLocalAddress } from "@fairclick/core/schemas/public-address";
import { deliverWebhooks } from "@fairclick/services/notices/webhooks/deliver-webhooks";
import { defineJob } from "../define-job";

export const deliverWebhooksJob = defineJob(contract, {
  run: (ctx, _, { config }) => {
    const allowLocal = isLocalAddress(new URL(config.appUrl));
    return deliverWebhooks({ ...ctx, sendOptions: { allowLocal } });
  },
});
