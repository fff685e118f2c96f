import {
  CREATOR,
  change,
  type Examples,
  NOW,
  page,
  success,
  withMessage,
} from "../../reference/story";

const TICKET = "01a1fd95-1c70-7c01-8e0d-4a8f26d3c915";
const subject = "A withdrawal has not arrived";
const summary = {
  ...{ _id: TICKET, category: "money", subject, state: "waiting" },
  ...{ openedAt: NOW, touchedAt: NOW },
};
const messages = [{ fromOperator: false, text: "It was sent a week ago.", at: NOW }];
const thread = withMessage("Thank you. An operator will answer you here.", {
  ...summary,
  messages,
});
const listed = {
  ...{ id: TICKET, userId: CREATOR, username: "chris", email: "chris@example.com" },
  ...{ category: "money", subject, state: "waiting", openedAt: NOW, waitsSince: NOW },
};
const moved = (verb: string, before: string, after: string) =>
  change(`ticket.${verb}`, `ticket:${TICKET}`, {
    before: { state: before },
    after: { state: after },
  });
const text = "Your bank has returned it. Please check its number.";
const answered = change("ticket.answer", `ticket:${TICKET}`, {
  before: { state: "waiting" },
  after: { state: "answered", text },
});

export const ticketExamples: Examples = {
  "GET /api/contact": {
    answer: success({ token: `mi8u3k5w.${"a".repeat(43)}`, mail: true }),
  },
  "POST /api/contact": {
    body: {
      ...{ email: "sam@example.com", category: "abuse", subject: "A harmful link" },
      ...{ text: "It asks for passwords.", token: `mi8u3k5w.${"a".repeat(43)}`, website: "" },
    },
    answer: { status: "success", message: "Thank you. An operator will read your message." },
  },
  "GET /api/tickets": { answer: page(summary) },
  "POST /api/tickets": {
    body: { category: "money", subject, text: "It was sent a week ago." },
    answer: thread,
  },
  "GET /api/tickets/{id}": {
    parameters: { id: TICKET },
    answer: withMessage("Found", { ...summary, messages }),
  },
  "POST /api/tickets/{id}/replies": {
    parameters: { id: TICKET },
    body: { text: "My bank has not seen it." },
    answer: thread,
  },
  "GET /api/admin/tickets": { answer: page({ ...listed, messages: 1 }) },
  "GET /api/admin/tickets/{id}": {
    parameters: { id: TICKET },
    answer: success({
      ...listed,
      thread: [{ operator: null, text: "It was sent a week ago.", at: NOW }],
      account: {
        ...{ id: CREATOR, username: "chris", email: "chris@example.com", createdAt: NOW },
        ...{ suspendedAt: null, suspensionReason: null, deletedAt: null, payoutsVerified: true },
        ...{ walletMicros: "0", earningsMicros: "45000", inTransitMicros: "0", debtMicros: "0" },
        ...{ campaigns: 0, links: 1, emailConfirmed: true },
        ...{ heldWithdrawals: 0, heldRefunds: 0, findings: 0 },
        newestLinks: [{ code: "k7Qx2mPa", campaign: "Tower of Fun", disabledBy: null }],
      },
    }),
  },
  "POST /api/admin/tickets/{id}/answer": {
    parameters: { id: TICKET },
    body: { text, reason: "Stripe: account closed" },
    answer: answered.answer,
  },
  "POST /api/admin/tickets/{id}/close": {
    parameters: { id: TICKET },
    ...moved("close", "answered", "closed"),
  },
  "POST /api/admin/tickets/{id}/reopen": {
    parameters: { id: TICKET },
    ...moved("reopen", "closed", "waiting"),
  },
};
