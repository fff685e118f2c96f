import {
  ACT,
  APPEAL,
  APPEAL_TEXT,
  APPEALED_AT,
  CAMPAIGN,
  CLICK,
  CREATOR,
  type Examples,
  INVALID_AT,
  INVALID_CLICK,
  page,
  success,
} from "../reference/story";

function decision(action: string, { ids, micros }: { ids: string[]; micros: string }) {
  const body = { reason: "Looked at by hand", dryRun: false, clicks: { ids } };
  const sum = { clicks: ids.length, micros };
  return {
    body: action === "reverse" ? { ...body, category: "bot_traffic" } : body,
    answer: success({
      action,
      actId: ACT,
      applied: true,
      ...sum,
      debtMicros: "0",
      campaigns: [{ campaignId: CAMPAIGN, name: "Tower of Fun", ...sum }],
      creators: [{ creatorId: CREATOR, username: "Chris", ...sum, debtMicros: "0" }],
      skipped: [],
      complete: true,
    }),
  };
}
function answered(state: string, facts: { before: object; after: object }) {
  return {
    parameters: { id: APPEAL },
    body: { reason: "A class of thirty, seen together", dryRun: false },
    answer: success({
      action: `appeal.${state}`,
      subject: `appeal:${APPEAL}`,
      applied: true,
      before: { state: "open", ...facts.before },
      after: { state, ...facts.after },
    }),
  };
}

export const decisionExamples: Examples = {
  "POST /api/admin/clicks/approve": decision("approve", { ids: [INVALID_CLICK], micros: "1500" }),
  "POST /api/admin/clicks/reject": decision("reject", { ids: [INVALID_CLICK], micros: "1500" }),
  "POST /api/admin/clicks/hold": decision("hold", { ids: [INVALID_CLICK], micros: "1500" }),
  "POST /api/admin/clicks/reverse": decision("reverse", { ids: [CLICK], micros: "1500" }),
  "POST /api/admin/clicks/replay": {
    body: { from: "2026-11-20T00:00:00Z", to: "2026-11-21T00:00:00Z", policy: {} },
    answer: success({
      from: "2026-11-20T00:00:00Z",
      to: "2026-11-21T00:00:00Z",
      clicks: 43,
      changed: 4,
      decidedByOperators: 0,
      micros: "6000",
      changes: [
        {
          from: { verdict: "invalid", reason: "ip_burst" },
          to: { verdict: "valid", reason: null },
          clicks: 4,
          micros: "6000",
        },
      ],
      campaigns: [
        { campaignId: CAMPAIGN, name: "Tower of Fun", clicks: 43, changed: 4, micros: "6000" },
      ],
      creators: [{ creatorId: CREATOR, username: "Chris", changed: 4, micros: "6000" }],
      remarks: [],
    }),
  },
  "GET /api/admin/appeals": {
    parameters: { cursor: APPEAL },
    answer: page({
      id: APPEAL,
      clickId: INVALID_CLICK,
      clickedAt: INVALID_AT,
      campaignId: CAMPAIGN,
      campaign: "Tower of Fun",
      creatorId: CREATOR,
      creator: "Chris",
      text: APPEAL_TEXT,
      appealedAt: APPEALED_AT,
      verdict: "invalid",
      reason: "ip_burst",
      micros: "1500",
      state: "open",
      answer: null,
      answeredBy: null,
      answeredAt: null,
    }),
  },
  "POST /api/admin/appeals/{id}/accept": answered("accepted", {
    before: { verdict: "invalid" },
    after: { verdict: "valid", paidMicros: "1500" },
  }),
  "POST /api/admin/appeals/{id}/decline": answered("declined", { before: {}, after: {} }),
};
