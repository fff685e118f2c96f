import { sendDigests as contract } from "@fairclick/core/jobs";
import { sendDigests } from "@fairclick/services/notices/digests";
import { defineJob } from "../define-job";

export const sendDigestsJob = defineJob(contract, {
  run: async (ctx, _, { mailer }) => {
    if (mailer) await sendDigests(ctx);
  },
});
