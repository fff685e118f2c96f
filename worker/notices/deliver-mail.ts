import { deliverMail as contract } from "@fairclick/core/jobs";
import { answerAccessRequests } from "@fairclick/services/accounts/auth/answer-access-requests";
import { deliverMail } from "@fairclick/services/notices/mail/deliver-mail";
import { defineJob } from "../define-job";

export const deliverMailJob = defineJob(contract, {
  run: async (ctx, _, { mailer, config }) => {
    await answerAccessRequests(ctx);
    await deliverMail({
      ...ctx,
      mailer,
      appUrl: config.appUrl,
      operatorAddresses: config.mail?.operatorAddresses ?? [],
    });
  },
});
