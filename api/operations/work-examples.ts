import {
  change,
  DECIDED_AT,
  type Examples,
  NOW,
  SETTLED_AT,
  success,
  WITHDRAWAL,
  withMessage,
} from "../reference/story";

const queue = "settle-clicks";
const failedJob = "1790000000000-01a0c5e0-7c00-7000-8000-00000000000c";

function jobChange(verb: string, states: { before: string; after: string }) {
  const facts = { jobs: failedJob, clicks: "37" };
  const { body, answer } = change(`queue.${verb}`, "queue:record-clicks", {
    before: { ...facts, state: states.before },
    after: { ...facts, state: states.after },
  });
  const confirmed = verb === "discard" ? { clicks: "37" } : {};
  return { body: { ...body, ids: [failedJob], ...confirmed }, answer };
}

/** Queues, the state of the marketplace, and readiness. */
export const workExamples: Examples = {
  "GET /api/admin/todo": {
    answer: success({
      at: NOW,
      sums: [{ kind: "withdrawals", count: 1, waitsSince: DECIDED_AT, lateAfterHours: 24 }],
      items: [
        {
          ...{ kind: "withdrawals", id: WITHDRAWAL, waitsSince: DECIDED_AT, micros: "45000" },
          ...{ who: "Chris", campaign: null, about: "the first withdrawal" },
        },
      ],
      problems: [],
      hidden: [{ kind: "refunds", scope: "refunds:read" }],
    }),
  },
  "GET /api/admin/queues": {
    answer: {
      ...success([
        {
          name: queue,
          waiting: 0,
          active: 1,
          delayed: 0,
          failed: 2,
          donePerMinute: 20,
          failedPerMinute: 0,
          oldestAt: null,
          oldestFailedAt: null,
        },
      ]),
      problems: [],
    },
  },
  "GET /api/admin/queues/{queue}/failed": {
    parameters: { queue },
    answer: success([
      {
        id: "8f2",
        reason: "the connection was lost",
        attempts: 5,
        sentAt: SETTLED_AT,
        failedAt: DECIDED_AT,
      },
    ]),
  },
  "GET /api/admin/queues/parked": {
    answer: success([
      {
        queue: "record-clicks",
        id: failedJob,
        state: "parked",
        clicks: 37,
        problem: "The payload is not valid: version: expected 1",
        sentAt: SETTLED_AT,
        parkedAt: DECIDED_AT,
        bytes: 9_620,
        preview: '{"version":2,"at":1790000000000,',
      },
    ]),
  },
  "POST /api/admin/queues/replay-recorded": change("queue.replay", "queue:record-clicks", {
    before: { recorded: 1_800 },
    after: { recorded: 0 },
  }),
  "POST /api/admin/queues/{queue}/jobs/park": {
    parameters: { queue: "record-clicks" },
    ...jobChange("park", { before: "failed", after: "parked" }),
  },
  "POST /api/admin/queues/{queue}/jobs/retry": {
    parameters: { queue: "record-clicks" },
    ...jobChange("retry", { before: "parked", after: "waiting" }),
  },
  "POST /api/admin/queues/{queue}/jobs/discard": {
    parameters: { queue: "record-clicks" },
    ...jobChange("discard", { before: "failed", after: "discarded" }),
  },
  "POST /api/admin/queues/{queue}/retry": {
    parameters: { queue },
    ...change("queue.retry", `queue:${queue}`, { before: { failed: 2 }, after: { failed: 0 } }),
  },
  "POST /api/admin/queues/{queue}/drain": {
    parameters: { queue },
    ...change("queue.drain", `queue:${queue}`, {
      before: { waiting: 40, delayed: 1 },
      after: { waiting: 0, delayed: 0 },
    }),
  },
  "GET /api/admin/status": {
    answer: success({
      at: NOW,
      process: "api-1.7f3d",
      redirects: 18_210,
      durations: [
        { upToMs: 5, count: 17_904 },
        { upToMs: 25, count: 18_198 },
        { upToMs: null, count: 18_210 },
      ],
      queue: { waiting: 3, failed: 0, oldestAt: "2026-11-21T16:04:06.900Z" },
      clicks: { pending: 214, held: 1 },
      withdrawals: { pending: 1, held: 0 },
      lastMinute: {
        judged: 201,
        valid: 160,
        paidMicros: "240000",
        moved: [{ kind: "click_payout", micros: "240000" }],
      },
      problems: [],
    }),
  },
  "GET /api/marketplace": {
    answer: withMessage("Public figures", {
      openCampaigns: 24,
      budgetLeft: 1_830,
      payoutPerThousand: { lowest: 0.8, median: 1.5, highest: 4 },
      clicks: { judged: 182_340, valid: 140_400 },
      paid: 212,
      measuredAt: NOW,
    }),
  },
  "GET /api/privacy": {
    answer: withMessage("Privacy", {
      controller: {
        name: "Fairclick Ltd",
        address: "1 Main Street, Dublin",
        contact: "privacy@fairclick.example",
      },
      retention: [{ what: "Notices", kept: "180 days" }],
      storage: [
        {
          ...{ name: "token", place: "local storage", kept: "until you sign out" },
          ...{ when: "you sign in", purpose: "Keeps you signed in." },
        },
      ],
    }),
  },
  "GET /api/contact": { answer: success({ token: `mi8u3k5w.${"a".repeat(43)}` }) },
  "POST /api/contact": {
    body: {
      ...{ email: "sam@example.com", category: "abuse", subject: "A harmful link" },
      ...{ text: "It asks for passwords.", token: `mi8u3k5w.${"a".repeat(43)}`, website: "" },
    },
    answer: { status: "success", message: "Thank you. An operator will read your message." },
  },
  "GET /readyz": {
    answer: {
      ready: true,
      parts: {
        database: { ok: true, detail: "reachable" },
        migrations: { ok: true, detail: "up to date" },
        queue: { ok: true, detail: "reachable" },
      },
      warnings: [],
    },
  },
};
