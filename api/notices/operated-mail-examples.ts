import { DECIDED_AT, type Examples, success } from "../reference/story";

const ADDRESS = "gone@mail.example";
const REASON = "Its mails come back";

const change = (action: string, suppressed: boolean) => ({
  body: { address: ADDRESS, reason: REASON },
  answer: success({
    action,
    subject: "mail:g…@mail.example",
    before: { suppressed: !suppressed },
    after: { suppressed },
    applied: true,
  }),
});

export const operatedMailExamples: Examples = {
  "GET /api/admin/mail": {
    answer: {
      ...success([
        { state: "suppressed", address: ADDRESS, kind: null, problem: REASON, at: DECIDED_AT },
      ]),
      nextCursor: null,
    },
  },
  "POST /api/admin/mail/suppress": change("mail.suppress", true),
  "POST /api/admin/mail/bounce": {
    ...change("mail.suppress", true),
    body: {
      reason: "bounce",
      messageId: "<01a1fd70-f3b4-7b7c-9d12-84e0a6f35bc9@mail.example>",
      recipients: ["gone@mail.example"],
      status: "5.1.1",
    },
  },
  "POST /api/admin/mail/release": change("mail.release", false),
};
