import { clickRuleChoices } from "@fairclick/core/campaigns/campaign-rules";
import { NO_FEE } from "@fairclick/core/campaigns/fee";
import { describeClickRules } from "@fairclick/core/clicks/describe-click-rules";
import { listTrials } from "@fairclick/core/clicks/list-trials";
import { policy } from "@fairclick/core/clicks/policy";
import { reasonCategory, reasonRule } from "@fairclick/core/clicks/reasons";
import { describeMoney } from "@fairclick/core/money/describe-money";
import { describeWithdrawalRules } from "@fairclick/core/money/withdrawals/withdrawal-rules";
import {
  ACT,
  CAMPAIGN,
  CODE,
  COVER,
  CREATOR,
  change,
  clicks,
  DECIDED_AT,
  DEPOSIT,
  DEVELOPER,
  type Examples,
  JOINED_AT,
  LAUNCHED_AT,
  NOW,
  OPERATOR,
  page,
  REFUND,
  REGISTERED_AT,
  SETTLED_AT,
  success,
  TRANSACTION,
  WITHDRAWAL,
  WITHDRAWN_AT,
  why,
  withMessage,
} from "../reference/story";

const RECOVERY = "0199c4d4-6f00-7000-8000-000000000227";
const link = `link:${CAMPAIGN}:${CREATOR}`;
const linkFacts = (disabledBy: string | null) => ({ code: CODE, disabledBy });
const linkRow = {
  code: CODE,
  campaignId: CAMPAIGN,
  campaign: "Tower of Fun",
  creatorId: CREATOR,
  creator: "Chris",
  creatorVerified: true,
  joinedAt: JOINED_AT,
  disabledBy: null,
  disabledAt: null,
  clicks,
  paidMicros: "45000",
};
const finding = {
  id: ACT,
  code: CODE,
  campaignId: CAMPAIGN,
  campaign: "Tower of Fun",
  creatorId: CREATOR,
  creator: "Chris",
  state: "open",
  signals: [
    { signal: "link_networks", evidence: { clicks: 500, networks: 488, probability: 1.2e-16 } },
  ],
  fromAt: JOINED_AT,
  foundAt: SETTLED_AT,
  closedAt: null,
  paidMicros: "45000",
  explanation: "A streamer abroad showed my video.",
};
const lastDay = { creator: "Chris", clicksOfLastDay: 43, paidOfLastDay: "$0.045" };
const userFacts = (suspended: boolean) => ({
  username: "Chris",
  suspended,
  reason: suspended ? why.reason : null,
});
const { effects: _effects, version, ...numbers } = policy;
const rule = (signal: "known_bot" | "vpn") => ({
  signal,
  category: reasonCategory(signal),
  rule: reasonRule(signal, numbers),
  effect: policy.effects[signal],
  shared: null,
});
const trial = {
  signal: "ip_burst",
  ...{ clicks: 1_234, joined: 31, returned: 13 },
  accepted: { clicks: 20_000, joined: 1_800, returned: 400 },
  developers: 7,
  others: { clicks: 900, returned: 8 },
};
const check = { name: "transactions_sum_to_zero", claim: "every transaction sums to zero" };

const campaign = {
  id: CAMPAIGN,
  name: "Tower of Fun",
  gameTitle: "Tower of Fun",
  gameUrl: "https://www.roblox.com/games/920587237/Tower-of-Fun",
  cover: null,
  coverAlt: "",
  developerId: DEVELOPER,
  developer: "Dana",
  developerSuspended: false,
  status: "ACTIVE",
  createdAt: LAUNCHED_AT,
  startsAt: "2026-11-02T00:00:00.000Z",
  endsAt: "2026-12-15T00:00:00.000Z",
  pausedAt: null,
  forcedPauseBy: null,
  forcedPauseReason: null,
  disabledAt: null,
  disabledReason: null,
  clickRules: "literal",
  audience: { countries: null, devices: null },
  dailyCapMicros: "5000000",
  creatorCapMicros: null,
  evenPacing: false,
  wanted: { categories: [], platforms: [] },
  whoMayJoin: "everybody",
  payoutMicros: "1500",
  nextPrice: { payoutMicros: "1200", startsAt: "2026-11-24T00:00:00.000Z" },
  feeMicros: "150",
  budgetMicros: "15000000",
  escrowMicros: "14955000",
  claimedMicros: "1500",
  paidMicros: "45000",
  clicks,
};
const pauseFacts = (paused: boolean) => ({
  pausedAt: paused ? DECIDED_AT : null,
  forcedPauseBy: paused ? "operator" : null,
  forcedPauseReason: paused ? why.reason : null,
});
const REVIEW = "01a1fd70-f000-7b7c-9d12-84e0a6f35bd1";
const decideReview = (state: "approved" | "rejected") => ({
  parameters: { id: REVIEW },
  ...change(`campaign.review_${state}`, `campaign:${CAMPAIGN}`, {
    before: { state: "waiting", gameUrl: campaign.gameUrl },
    after: { state, gameUrl: "https://tower-of-fun.example/play" },
  }),
});
const disabledFacts = (disabled: boolean) => ({
  disabledAt: disabled ? DECIDED_AT : null,
  disabledReason: disabled ? why.reason : null,
});
const user = {
  id: CREATOR,
  username: "Chris",
  email: "chris@example.com",
  createdAt: REGISTERED_AT,
  suspendedAt: null,
  suspensionReason: null,
  deletedAt: null,
  payoutsVerified: true,
  walletMicros: "0",
  earningsMicros: "2340000",
  inTransitMicros: "10000000",
  debtMicros: "0",
  campaigns: 0,
  links: 3,
};
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
const range = {
  range: "198.51.100.0/24",
  effect: "allow",
  reason: "A school that Chris visited",
  operator: "Olivia",
  decidedAt: DECIDED_AT,
};
const list = { name: "vpn", version: "9f3c1d2", date: "2026-11-20" };
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
export const operatorExamples: Examples = {
  "GET /api/policy": {
    answer: withMessage("Policy", {
      version,
      windowSeconds: policy.windowSeconds,
      burstClicks: policy.burstClicks,
      rules: [rule("known_bot"), rule("vpn")],
      clickRules: {
        default: "literal",
        choices: clickRuleChoices.map((rules) => ({
          rules,
          meaning: describeClickRules(rules, policy),
        })),
      },
      countriesKnown: true,
      trials: {
        fromDay: "2026-08-20",
        toDay: "2026-11-17",
        rules: listTrials([trial], policy.effects).filter(({ signal }) => signal === "ip_burst"),
      },
      withdrawals: {
        depositHoldHours: 72,
        reviewDollars: 100,
        reviewFirst: true,
        rules: describeWithdrawalRules({
          depositHoldHours: 72,
          withdrawalReviewDollars: 100,
          withdrawalReviewFirst: true,
          unprovedPayoutDollars: 1_000,
        }),
      },
      prices: { maxPayoutPerClick: 5, minBudgetClicks: 100 },
      fee: { percent: 0, minimumPerClick: 0, rule: "Fairclick takes no fee." },
      money: describeMoney({ fee: NO_FEE, heldDays: 7 }),
    }),
  },
  "GET /api/admin/me": {
    answer: success({ name: "Olivia", scopes: ["clicks:read"], expiresAt: NOW }),
  },
  "POST /api/admin/me/sign-out": {
    answer: { status: "success", message: "The token is revoked." },
  },
  "GET /api/admin/operators": {
    answer: success([
      {
        ...{ operator: "Olivia", token: "9f2c41d0", scopes: ["clicks:read"] },
        ...{ createdAt: JOINED_AT, expiresAt: NOW, lastUsedAt: DECIDED_AT },
      },
    ]),
  },
  "POST /api/admin/operators/{name}/revoke": {
    ...change("operator.revoke", `operator:${OPERATOR}`, {
      before: { name: "Olivia", tokens: "9f2c41d0 07ab33e1" },
      after: { name: "Olivia", tokens: "07ab33e1" },
    }),
    parameters: { name: "Olivia" },
    body: { reason: "The laptop was stolen", token: "9f2c41d0" },
  },
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
  "GET /api/admin/stats/verify": {
    answer: success({
      clean: false,
      checks: [
        {
          name: "link_totals_equal_clicks",
          claim: "the totals of every link are the sum of its clicks",
          differences: [{ campaign: CAMPAIGN, creator: CREATOR, countedValid: "31", valid: "30" }],
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
  "GET /api/admin/ip-data": {
    answer: success({
      downloads: true,
      lists: [
        {
          ...list,
          class: "vpn",
          licence: "MIT",
          ranges: 10_654,
          problem: null,
          source: "https://raw.githubusercontent.com/X4BNet/lists_vpn/main/output/vpn/ipv4.txt",
          fetchedAt: "2026-11-21T03:00:04.120Z",
          checkedAt: "2026-11-21T03:00:04.120Z",
          triedAt: "2026-11-21T03:00:04.120Z",
        },
      ].map(({ date: _date, ...facts }) => facts),
      operatorRanges: [range],
      warnings: [],
    }),
  },
  "GET /api/admin/ip-data/learnt": {
    parameters: { limit: 100 },
    answer: success([
      {
        address: "81.2.69.7",
        ...{ devices: 34, creators: 5 },
        learntAt: "2026-11-18T03:00:00.000Z",
        expiresAt: "2026-11-27T03:00:00.000Z",
      },
    ]),
  },
  "GET /api/admin/ip-data/lookup": {
    answer: success({
      address: "81.2.69.142",
      network: "81.2.69.142",
      asn: 20712,
      asnKind: null,
      lists: [{ name: "vpn", class: "vpn", range: "81.2.69.0/24", date: "2026-11-20" }],
      operatorRange: null,
      signals: [{ signal: "vpn", evidence: { list: "vpn", range: "81.2.69.0/24" } }],
      verdict: "held",
    }),
  },
  "POST /api/admin/ip-data/update": {
    answer: success([{ name: "vpn", outcome: "updated", ranges: 10_654, problem: null }]),
  },
  "POST /api/admin/ip-data/ranges": {
    ...change("ip_range.deny", `ip_range:${range.range}`, {
      before: { effect: null, reason: null },
      after: { effect: "deny", reason: range.reason },
    }),
    body: { range: range.range, effect: range.effect, reason: range.reason },
  },
  "POST /api/admin/ip-data/ranges/remove": {
    ...change("ip_range.remove", `ip_range:${range.range}`, {
      before: { effect: range.effect, reason: range.reason },
      after: { effect: null, reason: null },
    }),
    body: { range: range.range, reason: "They have moved" },
  },
  "GET /api/admin/links": { answer: page(linkRow) },
  "GET /api/admin/links/{code}": {
    answer: success({
      ...linkRow,
      pendingMicros: "3000",
      heldMicros: "1500",
      lastDay: { clicks: 43, paidMicros: "45000" },
      names: [
        {
          name: "bio",
          removed: false,
          valid: 13,
          invalid: 1,
          held: 0,
          unpaid: 0,
          paidMicros: "19500",
        },
      ],
      findings: [finding],
    }),
  },
  "GET /api/admin/link-findings": { answer: page(finding) },
  "POST /api/admin/link-findings/{id}/clear": {
    ...change("link.clear", link, {
      before: { finding: ACT, state: "open" },
      after: { finding: ACT, state: "cleared" },
    }),
    parameters: { id: ACT },
  },
  "POST /api/admin/link-findings/{id}/confirm": {
    ...change("link.confirm", link, {
      before: { finding: ACT, state: "open" },
      after: {
        ...{ finding: ACT, state: "confirmed", reversedClicks: 30, reversedMicros: "45000" },
        ...{ pendingClicks: 0, pendingMicros: "0" },
      },
    }),
    parameters: { id: ACT },
  },
  "POST /api/admin/links/{code}/disable": change("link.disable", link, {
    before: linkFacts(null),
    after: linkFacts("operator"),
  }),
  "POST /api/admin/links/{code}/enable": change("link.enable", link, {
    before: linkFacts("operator"),
    after: linkFacts(null),
  }),
  "GET /api/admin/campaigns": { answer: page(campaign) },
  "GET /api/admin/campaigns/{id}": { answer: success(campaign) },
  "GET /api/admin/reviews": {
    answer: page({
      id: REVIEW,
      campaignId: CAMPAIGN,
      campaign: "Tower of Fun",
      developer: "Dana",
      subject: "game_url",
      gameUrl: "https://tower-of-fun.example/play",
      currentGameUrl: campaign.gameUrl,
      reasons: ["new_host"],
      ...{ payoutMicros: "1500", budgetMicros: "15000000", waitsSince: DECIDED_AT },
      ...{ state: "waiting", answer: null, decidedBy: null, decidedAt: null },
    }),
  },
  "POST /api/admin/reviews/{id}/approve": decideReview("approved"),
  "POST /api/admin/reviews/{id}/reject": decideReview("rejected"),
  "POST /api/admin/campaigns/click-rules/{rules}": {
    ...change("marketplace.click_rules", "marketplace", {
      before: { clickRules: "literal" },
      after: { clickRules: "shared-aware" },
    }),
    parameters: { rules: "shared-aware" },
  },
  "POST /api/admin/campaigns/{id}/pause": change("campaign.pause", `campaign:${CAMPAIGN}`, {
    before: pauseFacts(false),
    after: pauseFacts(true),
  }),
  "POST /api/admin/campaigns/{id}/resume": change("campaign.resume", `campaign:${CAMPAIGN}`, {
    before: pauseFacts(true),
    after: pauseFacts(false),
  }),
  "POST /api/admin/campaigns/{id}/disable": change("campaign.disable", `campaign:${CAMPAIGN}`, {
    before: disabledFacts(false),
    after: disabledFacts(true),
  }),
  "POST /api/admin/campaigns/{id}/restore": change("campaign.restore", `campaign:${CAMPAIGN}`, {
    before: disabledFacts(true),
    after: disabledFacts(false),
  }),
  "POST /api/admin/campaigns/{id}/remove-cover": change(
    "campaign.cover_remove",
    `campaign:${CAMPAIGN}`,
    {
      before: { name: "Tower of Fun", coverHash: COVER, coverAlt: "" },
      after: { name: "Tower of Fun", coverHash: null, coverAlt: "" },
    },
  ),
  "GET /api/admin/users": { answer: page(user) },
  "GET /api/admin/users/{user}": {
    answer: success({ ...user, birthMonth: "1998-03", guardian: null }),
  },
  "GET /api/admin/users/{user}/related": {
    answer: success({
      accounts: [
        {
          id: CREATOR,
          username: "Chris",
          createdAt: REGISTERED_AT,
          suspendedAt: null,
          deletedAt: null,
          paidMicros: "180000",
          foundBy: null,
        },
        {
          id: DEVELOPER,
          username: "Dana",
          createdAt: REGISTERED_AT,
          suspendedAt: null,
          deletedAt: null,
          paidMicros: "0",
          foundBy: CREATOR,
        },
      ],
      ties: [{ from: CREATOR, to: DEVELOPER, kind: "address", detail: "81.2.69.142" }],
      flows: [{ from: DEVELOPER, to: CREATOR, clicks: 120, micros: "180000" }],
      betweenMicros: "180000",
      isPartial: false,
    }),
  },
  "POST /api/admin/users/{user}/suspend": change("user.suspend", `user:${CREATOR}`, {
    before: userFacts(false),
    after: userFacts(true),
  }),
  "POST /api/admin/users/{user}/links/disable": change("creator.disable_links", `user:${CREATOR}`, {
    before: { ...lastDay, liveLinks: 3, disabledAt: null },
    after: { ...lastDay, liveLinks: 0, disabledAt: DECIDED_AT },
  }),
  "POST /api/admin/users/{user}/links/enable": change("creator.enable_links", `user:${CREATOR}`, {
    before: { creator: "Chris", stoppedLinks: 3 },
    after: { creator: "Chris", stoppedLinks: 0 },
  }),
  "POST /api/admin/users/{user}/pardon-disputes": change(
    "user.pardon_disputes",
    `user:${CREATOR}`,
    { before: { disputes: 2 }, after: { disputes: 0 } },
  ),
  "POST /api/admin/users/{user}/set-birth": {
    ...change("user.set_birth", `user:${CREATOR}`, {
      before: { birthMonth: "2013-03" },
      after: { birthMonth: "2003-03" },
    }),
    body: { ...why, birthMonth: "2003-03" },
  },
  "POST /api/admin/users/{user}/end-guardian": change("user.end_guardian", `user:${CREATOR}`, {
    before: { username: "Chris", guardian: "consented", guardianId: WITHDRAWAL },
    after: { username: "Chris", guardian: "none", guardianId: WITHDRAWAL },
  }),
  "POST /api/admin/users/{user}/restore": change("user.restore", `user:${CREATOR}`, {
    before: userFacts(true),
    after: userFacts(false),
  }),
  "POST /api/admin/users/{user}/reset-link": {
    body: { reason: why.reason },
    answer: success({
      url: "https://fairclick.example/reset-password#3q2-7wYzGmOQyWbJc1nV0sXhTfRkLpDaEuIiAoBtCvM",
      expiresAt: NOW,
    }),
  },
  "GET /api/admin/recoveries": {
    answer: page({
      ...{ id: RECOVERY, userId: CREATOR, username: "Chris", email: "chris@example.com" },
      ...{ reason: why.reason, requestedBy: "Ann", requestedAt: SETTLED_AT },
      ...{ approvedBy: "Bob", dueAt: NOW },
    }),
  },
  "POST /api/admin/recoveries/{user}": change("user.request_recovery", `user:${CREATOR}`, {
    before: { username: "Chris", recovery: "none" },
    after: { username: "Chris", recovery: "requested", recoveryId: RECOVERY },
  }),
  "POST /api/admin/recoveries/{user}/approve": change("user.approve_recovery", `user:${CREATOR}`, {
    before: {
      ...{ username: "Chris", recovery: "requested", recoveryId: RECOVERY },
      requestedBecause: why.reason,
    },
    after: { username: "Chris", recovery: "approved", recoveryId: RECOVERY, dueAt: NOW },
  }),
  "POST /api/admin/recoveries/{user}/cancel": change("user.cancel_recovery", `user:${CREATOR}`, {
    before: { username: "Chris", recovery: "approved", recoveryId: RECOVERY },
    after: { username: "Chris", recovery: "cancelled", recoveryId: RECOVERY },
  }),
  "POST /api/admin/recoveries/{user}/finish": {
    body: { reason: why.reason },
    answer: success({ link: null }),
  },
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
  "GET /api/admin/audit": {
    parameters: { cursor: "1041", action: "link.disable", actor: OPERATOR, subject: link },
    answer: page({
      id: "1042",
      at: DECIDED_AT,
      actorKind: "operator",
      actorId: OPERATOR,
      actor: "Olivia",
      action: "link.disable",
      subject: link,
      subjectName: "Tower of Tides / chris",
      reason: why.reason,
      before: linkFacts(null),
      after: linkFacts("operator"),
    }),
  },
};
