import { recordClicks as contract } from "@fairclick/core/jobs";
import { recordClicks } from "@fairclick/services/clicks/record-clicks";
import { defineJob } from "../define-job";

export const recordClicksJob = defineJob(contract, {
  concurrency: 4,
  run: async (ctx, { clicks }, { ipData }) => {
    await recordClicks(ctx, clicks, await ipData.get());
  },
});
