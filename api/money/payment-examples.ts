import {
  CAMPAIGN,
  clicks,
  DEPOSIT,
  type Examples,
  JUDGED_UP_TO,
  judged,
  LAUNCHED_AT,
  REFUND,
  reasons,
  SETTLED_AT,
  TRANSACTION,
  WITHDRAWAL,
  WITHDRAWN_AT,
} from "../reference/story";

const withdrawal = {
  _id: WITHDRAWAL,
  createdAt: WITHDRAWN_AT,
  type: "withdrawal",
  amount: -10,
  status: "pending",
  description: "On its way to your bank",
  cancellable: true,
  receipt: null,
};
const refund = {
  _id: `refund:${REFUND}`,
  createdAt: WITHDRAWN_AT,
  type: "refund",
  amount: -10,
  status: "pending",
  description: "On its way back to your Visa card ending in 4242",
  cancellable: true,
  receipt: null,
};
const cents = { amount: 1_000, requestId: "01a1fd70-f000-7b7c-9d12-84e0a6f35bc9" };

export const paymentExamples: Examples = {
  "GET /api/wallet/summary": {
    answer: {
      walletBalance: 35,
      withdrawableBalance: 2.34,
      totalEarnings: 12.34,
      pendingPayouts: 10,
      owed: 0,
      waitingEarnings: 0,
      waiting: [],
      unjudgedClicks: 0.003,
      heldClicks: 0.0015,
      judgedUpTo: JUDGED_UP_TO,
    },
  },
  "POST /api/wallet/spend-earnings": {
    body: { amount: 100, requestId: "01a1fd70-f000-7b7c-9d12-84e0a6f35bc9" },
    answer: { message: "Your earnings are in your wallet." },
  },
  "GET /api/wallet/transactions": {
    answer: { transactions: [withdrawal], nextCursor: null, judgedUpTo: JUDGED_UP_TO },
  },
  "GET /api/wallet/transactions.csv": {
    answer: [
      "date,account,type,amount,status,description,id,receipt",
      `${SETTLED_AT},earnings,earnings,0.045,completed,30 clicks × $0.0015 on “Tower of Fun”,${TRANSACTION},`,
      `${WITHDRAWN_AT},earnings,withdrawal,-10,pending,On its way to your bank,${WITHDRAWAL},`,
    ].join("\r\n"),
  },
  "GET /api/wallet/earnings.csv": {
    answer: [
      "day,campaign,valid,refused,held,unpaid,earned",
      "2026-11-20,Tower of Fun,30,11,1,1,0.045",
    ].join("\r\n"),
  },
  "GET /api/wallet/earnings": {
    answer: {
      timeZone: "Europe/Berlin",
      judgedUpTo: JUDGED_UP_TO,
      days: [{ day: "2026-11-20", clicks: judged, earned: 0.045 }],
      campaigns: [
        {
          _id: CAMPAIGN,
          name: "Tower of Fun",
          payoutPerClick: 0.0015,
          clicks: { ...judged, pending: clicks.pending },
          earned: 0.045,
        },
      ],
      reasons,
    },
  },
  "POST /api/stripe/create-checkout-session": {
    body: { amount: 2_500, requestId: "01a1fd20-1000-7b7c-9d12-84e0a6f35bc9" },
    answer: {
      id: "cs_test_a1B2c3D4e5F6",
      url: "https://checkout.stripe.com/c/pay/cs_test_a1B2c3D4e5F6",
    },
  },
  "POST /api/stripe/checkout-session/{id}/confirm": {
    parameters: { id: "cs_test_a1B2c3D4e5F6" },
    answer: { status: "completed", amount: 25, message: "Added to your wallet", launch: null },
  },
  "POST /api/stripe/create-connect-account": {
    body: { country: "DE" },
    answer: { url: "https://connect.stripe.com/setup/e/acct_1TowerOfFun/9fYc2Lk0" },
  },
  "GET /api/stripe/payout-terms": {
    answer: {
      country: "DE",
      fixed: true,
      unsupported: null,
      currency: "eur",
      minimum: 5,
      fee: "Fairclick pays Stripe's fee for the payout. Stripe converts dollars into EUR at its rate of the day, which includes its fee of 1%.",
      rate: 0.9,
    },
  },
  "POST /api/stripe/create-portal-session": {
    answer: { url: "https://billing.stripe.com/p/session/test_YWNjdF8xVG93ZXI" },
  },
  "POST /api/stripe/withdraw": {
    body: cents,
    answer: { message: "Withdrawal request submitted successfully!", transaction: withdrawal },
  },
  "POST /api/stripe/withdrawals/{id}/cancel": {
    parameters: { id: WITHDRAWAL },
    answer: {
      message: "Withdrawal cancelled. The money is back in your earnings.",
      transaction: {
        ...withdrawal,
        status: "failed",
        description: "Cancelled",
        cancellable: false,
        receipt: null,
      },
    },
  },
  "GET /api/stripe/deposits/{id}/receipt": {
    parameters: { id: DEPOSIT },
    answer: { url: "https://invoice.stripe.com/i/acct_1Towerx/test_YWNjdF8xVG93ZXI" },
  },
  "GET /api/stripe/refundable": {
    answer: {
      walletBalance: 35,
      refundable: 35,
      windowDays: 180,
      deposits: [
        {
          _id: DEPOSIT,
          paidAt: LAUNCHED_AT,
          amount: 50,
          refundable: 35,
          card: { brand: "visa", last4: "4242" },
        },
      ],
    },
  },
  "POST /api/stripe/refunds": {
    body: cents,
    answer: { message: "Your money is on its way back.", transactions: [refund] },
  },
  "POST /api/stripe/refunds/{id}/cancel": {
    parameters: { id: REFUND },
    answer: {
      message: "Refund cancelled. The money is back in your wallet.",
      transaction: {
        ...refund,
        status: "failed",
        description: "You cancelled this refund.",
        cancellable: false,
        receipt: null,
      },
    },
  },
};
