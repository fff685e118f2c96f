import {
  CREATOR,
  change,
  DEPOSIT,
  DEVELOPER,
  type Examples,
  NOW,
  page,
  REFUND,
  success,
  WITHDRAWAL,
  WITHDRAWN_AT,
  why,
} from "../reference/story";

const withdrawal = {
  id: WITHDRAWAL,
  userId: CREATOR,
  username: "Chris",
  userSuspended: false,
  amountMicros: "10000000",
  status: "pending",
  heldAt: null,
  holdReason: null,
  holdUntil: null,
  attempt: 1,
  requestedAt: WITHDRAWN_AT,
  sendingAt: null,
  retryAt: null,
  completedAt: null,
  stripeAccountId: "acct_1TowerOfFun",
  transferId: null,
  payoutId: null,
  returnedMicros: "0",
  failureReason: null,
};
const refund = {
  id: REFUND,
  userId: DEVELOPER,
  username: "Dana",
  userSuspended: false,
  depositId: DEPOSIT,
  amountMicros: "10000000",
  status: "pending",
  heldAt: null,
  holdReason: null,
  attempt: 1,
  requestedAt: WITHDRAWN_AT,
  sendingAt: null,
  retryAt: null,
  paymentIntentId: "pi_3TowerOfFun",
  stripeRefundId: null,
  failureReason: null,
};
const refundFacts = (held: boolean) => ({
  amountMicros: "10000000",
  held,
  holdReason: held ? why.reason : null,
});
const withdrawalFacts = (held: boolean) => ({
  amountMicros: "10000000",
  status: "pending",
  holdReason: held ? why.reason : null,
});
const retryFacts = { username: "Chris", amountMicros: "10000000", attempt: 1 };

export const operatedPaymentExamples: Examples = {
  "GET /api/admin/withdrawals": { answer: page(withdrawal) },
  "GET /api/admin/withdrawals/{id}": {
    parameters: { id: WITHDRAWAL },
    answer: success(withdrawal),
  },
  "POST /api/admin/withdrawals/{id}/hold": {
    parameters: { id: WITHDRAWAL },
    ...change("withdrawal.hold", `withdrawal:${WITHDRAWAL}`, {
      before: withdrawalFacts(false),
      after: withdrawalFacts(true),
    }),
  },
  "POST /api/admin/withdrawals/{id}/release": {
    parameters: { id: WITHDRAWAL },
    ...change("withdrawal.release", `withdrawal:${WITHDRAWAL}`, {
      before: withdrawalFacts(true),
      after: withdrawalFacts(false),
    }),
  },
  "POST /api/admin/withdrawals/{id}/retry": {
    parameters: { id: WITHDRAWAL },
    ...change("withdrawal.retry", `withdrawal:${WITHDRAWAL}`, {
      before: { ...retryFacts, retryAt: NOW },
      after: { ...retryFacts, retryAt: null },
    }),
  },
  "GET /api/admin/refunds": {
    parameters: { cursor: REFUND, user: "Dana", state: "pending" },
    answer: page(refund),
  },
  "GET /api/admin/refunds/{id}": { parameters: { id: REFUND }, answer: success(refund) },
  "POST /api/admin/refunds/{id}/hold": {
    parameters: { id: REFUND },
    ...change("refund.hold", `refund:${REFUND}`, {
      before: refundFacts(false),
      after: refundFacts(true),
    }),
  },
  "POST /api/admin/refunds/{id}/release": {
    parameters: { id: REFUND },
    ...change("refund.release", `refund:${REFUND}`, {
      before: refundFacts(true),
      after: refundFacts(false),
    }),
  },
  "POST /api/admin/refunds/{id}/retry": {
    parameters: { id: REFUND },
    ...change("refund.retry", `refund:${REFUND}`, {
      before: { ...retryFacts, retryAt: NOW },
      after: { ...retryFacts, retryAt: null },
    }),
  },
  "POST /api/admin/refunds/{id}/cancel": {
    parameters: { id: REFUND },
    ...change("refund.cancel", `refund:${REFUND}`, {
      before: { ...refundFacts(false), status: "pending" },
      after: { ...refundFacts(false), status: "failed" },
    }),
  },
};
