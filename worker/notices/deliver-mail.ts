import { deliverMail as contract } from "@fairclick/core/jobs";
import { deliverMail } from "@fairclick/services/notices/mail/deliver-mail";
import { defineJob } from "../define-job";

export const deliverMailJob = defineJob(contract, {
  run: (ctx, _, { mailer, config }) =>
    deliverMail({
      ...ctx,
      mailer,
      appUrl: config.appUrl,
      operatorAddresses: config.mail?.operatorAddresses ?? [],
    }),
});
