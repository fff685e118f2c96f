import { releaseEscrows as contract } from "@fairclick/core/jobs";
import { releaseEscrows } from "@fairclick/services/campaigns/budget";
import { defineJob } from "../define-job";
import { readWatermark } from "../read-watermark";

export const releaseEscrowsJob = defineJob(contract, {
  run: async (ctx, _payload, deps) => {
    const campaigns = await releaseEscrows(ctx, { watermark: await readWatermark(deps) });
    if (campaigns > 0) ctx.log.info({ campaigns }, "Released the escrow of ended campaigns");
  },
});
