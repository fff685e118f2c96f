import { settleClicks as contract } from "@fairclick/core/jobs";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { advanceJudgedUpTo } from "@fairclick/sql/judged-up-to";
import { defineJob } from "../define-job";
import { readWatermark } from "../read-watermark";

const SHARDS = 1;
const BATCH_SIZE = 5_000;

export const settleClicksJob = defineJob(contract, {
  run: async (ctx, _payload, deps) => {
    const watermark = await readWatermark(deps);
    let settledAll = true;
    for (let shard = 0; shard < SHARDS; shard += 1) {
      const { finished, clicks, valid, paidMicros } = await settleClicks(ctx, {
        watermark,
        windowSeconds: deps.config.clickWindowSeconds,
        shard,
        shards: SHARDS,
        batchSize: BATCH_SIZE,
      });
      settledAll &&= finished;
      if (clicks === 0) continue;
      deps.metrics.clicksJudged.inc({ paid: "yes" }, valid);
      deps.metrics.clicksJudged.inc({ paid: "no" }, clicks - valid);
      ctx.log.info({ clicks, valid, paidMicros: paidMicros.toString() }, "Settled clicks");
    }
    if (settledAll) await advanceJudgedUpTo(ctx.db.sql, watermark);
    deps.metrics.judgedUpTo.set(watermark.getTime() / 1_000);
  },
});
