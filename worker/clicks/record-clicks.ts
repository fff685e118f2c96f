import { countPackedClicks } from "@fairclick/core/clicks/click";
import { recordClicks as contract } from "@fairclick/core/jobs";
import { parkUnreadableClicks, recordOrPark } from "@fairclick/services/clicks/record-clicks";
import { defineJob } from "../define-job";

export const recordClicksJob = defineJob(contract, {
  timeoutMs: 60_000,
  concurrency: 4,
  run: async (ctx, { clicks }, { ipData, metrics }) => {
    const { parked } = await recordOrPark(ctx, clicks, await ipData.get());
    if (parked > 0) metrics.clicksParked.inc(parked);
  },
  handleInvalid: async (ctx, delivery, { metrics }) => {
    await parkUnreadableClicks(ctx, delivery);
    metrics.clicksParked.inc(countPackedClicks(delivery.payload) ?? 1);
  },
});
