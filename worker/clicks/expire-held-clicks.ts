import { expireHeldClicks as contract } from "@fairclick/core/jobs";
import { expireHeldClicks } from "@fairclick/services/clicks/decide/expire-held-clicks";
import { defineJob } from "../define-job";

export const expireHeldClicksJob = defineJob(contract, {
  run: async (ctx) => {
    const clicks = await expireHeldClicks(ctx);
    if (clicks > 0) ctx.log.info({ clicks }, "Rejected held clicks after their deadline");
  },
});
