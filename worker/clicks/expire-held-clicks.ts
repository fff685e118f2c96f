import { expireHeldClicks as contract } from "@fairclick/core/jobs";
import { expireHeldClicks } from "@fairclick/services/clicks/held-clicks";
import { defineJob } from "../define-job";

export const expireHeldClicksJob = defineJob(contract, {
  run: async (ctx, _payload, { ipData, config }) => {
    const expired = await expireHeldClicks(ctx, {
      ipData: await ipData.get(),
      windowSeconds: config.clickWindowSeconds,
    });
    if (expired.judged > 0) ctx.log.info(expired, "Judged held clicks again");
  },
});
