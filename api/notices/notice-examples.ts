import { CAMPAIGN, CLICKED_AT, type Examples, NOW, success } from "../reference/story";

const NOTICE = "019b2d3e-1c4f-7a90-8b1d-5e6f7a8b9c0d";
const done = (message: string) => ({ answer: { status: "success", message } });
/** Signed for one user and one kind of mail. */
const token = `${NOTICE}.deposit.arrived.${"a".repeat(43)}`;

export const noticeExamples: Examples = {
  "GET /api/notices": {
    answer: {
      ...success([
        {
          _id: NOTICE,
          kind: "deposit.arrived",
          at: NOW,
          read: false,
          title: "$50.00 arrived in your wallet",
          paragraphs: ["Your payment is complete. You can fund a campaign with it now."],
          action: { label: "Open wallet", path: "/app/payments" },
        },
      ]),
      unread: 1,
      nextCursor: null,
    },
  },
  "POST /api/notices/read": { body: { upTo: NOTICE }, ...done("Marked as read.") },
  "GET /api/events": {
    parameters: { link: CAMPAIGN, read: "/api/wallet/summary", "last-event-id": CLICKED_AT },
    answer: 'event: notices\ndata: {"unread":1}\n\n',
  },
  "GET /api/notices/settings": {
    answer: {
      ...success([
        {
          kind: "deposit.arrived",
          topic: "money",
          event: "A payment arrived",
          recipients: "the developer who paid",
          mail: true,
          optional: true,
        },
      ]),
      mailServer: true,
    },
  },
  "PUT /api/notices/settings": {
    body: { kind: "deposit.arrived", mail: false },
    ...done("Mail settings changed."),
  },
  "GET /api/notices/unsubscribe/{token}": {
    parameters: { token },
    answer: "<!doctype html><title>Stop these mails?</title>",
  },
  "POST /api/notices/unsubscribe/{token}": {
    parameters: { token },
    answer: "<!doctype html><title>These mails are stopped</title>",
  },
};
