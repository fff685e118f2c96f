import { finishRecoveries as contract } from "@fairclick/core/jobs";
import { finishDueRecoveries } from "@fairclick/services/accounts/recovery/finish-recovery";
import { defineJob } from "../define-job";

/** Without a mail server, an operator finishes each recovery and passes its link on. */
export const finishRecoveriesJob = defineJob(contract, {
  run: async (ctx, _payload, { config }) => {
    if (config.mail !== null) await finishDueRecoveries(ctx);
  },
});
