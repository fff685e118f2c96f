import { deliverMail as contract } from "@fairclick/core/jobs";
import { finishDueRecoveries } from "@fairclick/services/accounts/finish-recovery";
import { answerAccessRequests } from "@fairclick/services/accounts/mail-tokens";
import { deliverMail } from "@fairclick/services/notices/deliver-mail";
import { defineJob } from "../define-job";
import { runEach } from "../run-each";

export const deliverMailJob = defineJob(contract, {
  run: (ctx, _, { mailer, config: { mail, appUrl } }) =>
    runEach([
      () => answerAccessRequests(ctx),
      // Without a mail server, an operator finishes each recovery and passes its link on.
      async () => mail && finishDueRecoveries(ctx),
      () =>
        deliverMail({ ...ctx, mailer, appUrl, operatorAddresses: mail?.operatorAddresses ?? [] }),
    ]),
});
