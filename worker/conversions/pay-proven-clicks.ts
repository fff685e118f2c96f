import { payProvenClicks as contract } from "@fairclick/core/jobs";
import { payProvenClicks } from "@fairclick/services/clicks/pay-proven-clicks";
import { countPlayers } from "@fairclick/services/conversions/measure-rules";
import { defineJob } from "../define-job";

export const payProvenClicksJob = defineJob(contract, {
  run: async (ctx) => {
    await countPlayers(ctx);
    const clicks = await payProvenClicks(ctx);
    if (clicks > 0) ctx.log.info({ clicks }, "Paid refused clicks whose players came back");
  },
});
