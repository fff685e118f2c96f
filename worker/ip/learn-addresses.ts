import { learnAddresses as contract } from "@fairclick/core/jobs";
import { learnAddresses } from "@fairclick/services/ip/learn-addresses";
import { defineJob } from "../define-job";

export const learnAddressesJob = defineJob(contract, {
  run: async (ctx) => {
    await learnAddresses(ctx);
  },
});
