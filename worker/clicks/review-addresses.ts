import { reviewAddresses as contract } from "@fairclick/core/jobs";
import { reviewAddresses } from "@fairclick/services/clicks/decide/review-addresses";
import { defineJob } from "../define-job";

export const reviewAddressesJob = defineJob(contract, {
  run: async (ctx, _payload, { config, ipData }) => {
    const { earningsHoldHours } = config;
    const proposals = await reviewAddresses(ctx, { ipData: await ipData.get(), earningsHoldHours });
    if (proposals > 0) {
      ctx.log.warn({ proposals }, "Paid clicks would be refused by today's address lists");
    }
  },
});
