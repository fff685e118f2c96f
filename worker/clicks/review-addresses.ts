import { reviewAddresses as contract } from "@fairclick/core/jobs";
import { reviewAddresses } from "@fairclick/services/clicks/decide/review-addresses";
import { defineJob } from "../define-job";

export const reviewAddressesJob = defineJob(contract, {
  run: async (ctx, _payload, { config, ipData }) => {
    const { depositHoldHours } = config;
    const proposals = await reviewAddresses(ctx, { ipData: await ipData.get(), depositHoldHours });
    if (proposals > 0) {
      ctx.log.warn({ proposals }, "Paid clicks would be refused by today's address lists");
    }
  },
});
