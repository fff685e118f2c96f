import { watchMarketplace as contract } from "@fairclick/core/jobs";
import { readVitals } from "@fairclick/services/operations/health/read-vitals";
import { watchMarketplace } from "@fairclick/services/operations/watches/watch-marketplace";
import { defineJob } from "../define-job";

export const watchMarketplaceJob = defineJob(contract, {
  run: (ctx, _, { config, queue, ipData }) =>
    watchMarketplace({
      ...ctx,
      readVitals: () => readVitals({ db: ctx.db, queue }),
      windowSeconds: config.clickWindowSeconds,
      listAges: () => (config.ipDataUrl ? ipData.ages() : null),
    }),
});
