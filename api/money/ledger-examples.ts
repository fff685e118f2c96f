import {
  CAMPAIGN,
  CREATOR,
  change,
  DECIDED_AT,
  type Examples,
  SETTLED_AT,
  success,
  TRANSACTION,
  WITHDRAWAL,
  WITHDRAWN_AT,
} from "../reference/story";

const check = { name: "transactions_sum_to_zero", claim: "every transaction sums to zero" };
const stripeEvent = {
  id: "evt_1TowerOfFun",
  type: "payout.paid",
  account: "acct_1TowerOfFun",
  state: "parked",
  attempts: 8,
  createdAt: WITHDRAWN_AT,
  receivedAt: WITHDRAWN_AT,
  parkedAt: DECIDED_AT,
  error: "There is no withdrawal with this payout",
};
const reportLine = (account: string, group: string, moved: Record<string, string>) => ({
  account,
  group,
  openingMicros: "0",
  moves: Object.entries(moved).map(([kind, micros]) => ({ kind, micros })),
  closingMicros: Object.values(moved)
    .reduce((sum, micros) => sum + BigInt(micros), 0n)
    .toString(),
});

export const ledgerExamples: Examples = {
  "GET /api/admin/ledger/verify": {
    answer: success({ clean: true, checks: [{ ...check, differences: [] }] }),
  },
  "GET /api/admin/ledger/accounts/{account}": {
    parameters: { account: `earnings:${CREATOR}`, before: TRANSACTION },
    answer: success({
      account: { id: "17", kind: "earnings", ownerId: CREATOR, balanceMicros: "45000" },
      openingMicros: "0",
      entries: [
        {
          transactionId: TRANSACTION,
          at: SETTLED_AT,
          kind: "click_payout",
          reference: `campaign:${CAMPAIGN}`,
          memo: null,
          micros: "45000",
          quantity: "30",
          unitMicros: "1500",
          balanceMicros: "45000",
        },
      ],
      closingMicros: "45000",
      addsUp: true,
      earlier: null,
    }),
  },
  "GET /api/admin/ledger/report": {
    parameters: { month: "2026-11" },
    answer: success({
      month: "2026-11",
      from: "2026-11-01T00:00:00.000Z",
      to: "2026-11-22T09:00:00.000Z",
      opening: { holdsMicros: "0", owesMicros: "0", owedMicros: "0" },
      earnedMicros: "0",
      paidMicros: "1750000",
      resultMicros: "-1750000",
      closing: { holdsMicros: "48250000", owesMicros: "50000000", owedMicros: "0" },
      accounts: [
        reportLine("stripe_clearing", "holds", { deposit: "50000000", stripe_fee: "-1750000" }),
        reportLine("wallet", "owes", { deposit: "50000000" }),
        reportLine("stripe_fees", "paid", { stripe_fee: "1750000" }),
      ],
      addsUp: true,
    }),
  },
  "GET /api/admin/ledger/withdrawals/{id}/trace": {
    parameters: { id: WITHDRAWAL },
    answer: success({
      withdrawal: { id: WITHDRAWAL, userId: CREATOR, username: "mia", micros: "45000" },
      lots: [
        {
          micros: "45000",
          deposit: {
            id: TRANSACTION,
            userId: CREATOR,
            username: "tower-games",
            micros: "50000000",
            paidAt: SETTLED_AT,
            card: "visa 4242",
            provedBy: "three_d_secure",
            disputed: false,
          },
          campaigns: [{ id: CAMPAIGN, name: "Obby", micros: "45000" }],
        },
      ],
    }),
  },
  "GET /api/admin/stripe/events": { answer: { ...success([stripeEvent]), total: 1 } },
  "POST /api/admin/stripe/events/{id}/retry": {
    parameters: { id: stripeEvent.id },
    ...change("stripe_event.retry", `stripe_event:${stripeEvent.id}`, {
      before: { type: "payout.paid", state: "parked", attempts: 8, error: "not found" },
      after: { type: "payout.paid", state: "open", attempts: 0, error: null },
    }),
  },
};
