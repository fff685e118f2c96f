import { forgetNotices as contract } from "@fairclick/core/jobs";
import { forgetUserNotes } from "@fairclick/services/accounts/watching/user-notes";
import { forgetNotices } from "@fairclick/services/notices/forget-notices";
import { defineJob } from "../define-job";

export const forgetNoticesJob = defineJob(contract, {
  run: async (ctx) => {
    await forgetNotices(ctx);
    await forgetUserNotes(ctx);
  },
});
