import {
  CREATOR,
  change,
  DECIDED_AT,
  DEVELOPER,
  type Examples,
  NOW,
  page,
  REGISTERED_AT,
  SETTLED_AT,
  success,
  why,
} from "../reference/story";

const RECOVERY = "0199c4d4-6f00-7000-8000-000000000227";
const lastDay = { creator: "Chris", clicksOfLastDay: 43, paidOfLastDay: "$0.045" };
const userFacts = (suspended: boolean) => ({
  username: "Chris",
  suspended,
  reason: suspended ? why.reason : null,
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

export const operatedUserExamples: Examples = {
  "GET /api/admin/users": { answer: page(user) },
  "GET /api/admin/users/{user}": {
    answer: success({ ...user, birthMonth: "1998-03", guardianConfirmedAt: null }),
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
      dueAt: NOW,
    }),
  },
  "POST /api/admin/recoveries/{user}": change("user.request_recovery", `user:${CREATOR}`, {
    before: { username: "Chris", recovery: "none" },
    after: { username: "Chris", recovery: "requested", recoveryId: RECOVERY, dueAt: NOW },
  }),
  "POST /api/admin/recoveries/{user}/cancel": change("user.cancel_recovery", `user:${CREATOR}`, {
    before: { username: "Chris", recovery: "requested", recoveryId: RECOVERY },
    after: { username: "Chris", recovery: "cancelled", recoveryId: RECOVERY },
  }),
  "POST /api/admin/recoveries/{user}/finish": {
    body: { reason: why.reason },
    answer: success({ link: null }),
  },
};
