import { settleClicks as contract } from "@fairclick/core/jobs";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { advanceJudgedUpTo } from "@fairclick/sql/clicks/pending-clicks";
import { defineJob } from "../define-job";
import { readWatermark } from "../read-watermark";

/** Concurrent batches. Campaigns are distributed over the shards, so that batches do not wait for each other's locks. */
const SHARDS = 2;
const BATCH_SIZE = 20_000;

export const settleClicksJob = defineJob(contract, {
  run: async (ctx, _payload, deps) => {
    const watermark = await readWatermark(deps);
    const shards = await Promise.all(
      Array.from({ length: SHARDS }, (_, shard) =>
        settleClicks(ctx, {
          watermark,
          windowSeconds: deps.config.clickWindowSeconds,
          shard,
          shards: SHARDS,
          batchSize: BATCH_SIZE,
        }),
      ),
    );
    for (const { clicks, valid, paidMicros } of shards) {
      if (clicks === 0) continue;
      deps.metrics.clicksJudged.inc({ paid: "yes" }, valid);
      deps.metrics.clicksJudged.inc({ paid: "no" }, clicks - valid);
      ctx.log.info({ clicks, valid, paidMicros: paidMicros.toString() }, "Settled clicks");
    }
    if (shards.every(({ finished }) => finished)) await advanceJudgedUpTo(ctx.db.sql, watermark);
  },
});
