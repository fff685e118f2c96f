import { recordClicks as contract } from "@fairclick/core/jobs";
import { recordOrPark } from "@fairclick/services/clicks/record-or-park";
import { defineJob } from "../define-job";

export const recordClicksJob = defineJob(contract, {
  concurrency: 4,
  run: async (ctx, { clicks }, { ipData, metrics }) => {
    const { parked } = await recordOrPark(ctx, clicks, await ipData.get());
    if (parked > 0) metrics.clicksParked.inc(parked);
  },
});
