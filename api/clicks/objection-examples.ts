import {
  CAMPAIGN,
  CLICK,
  CLICKED_AT,
  CREATOR,
  DECIDED_AT,
  type Examples,
  OBJECTION,
  page,
  success,
  withMessage,
} from "../reference/story";

const objection = {
  id: OBJECTION,
  state: "open",
  text: "Nobody of these people arrived in the game.",
  filter: { creator: CREATOR, country: "GB" },
  clicks: 11,
  objectedAt: DECIDED_AT,
  answer: null,
  answeredAt: null,
  reversedClicks: 0,
};
const operatedObjection = {
  ...objection,
  campaignId: CAMPAIGN,
  campaign: "Tower of Fun",
  developer: "Dana",
  micros: "16500",
  reversedMicros: "0",
  answeredBy: null,
  record: { upheld: 1, dismissed: 0, objectedClicks: 11, validClicks: 30 },
};

export const objectionExamples: Examples = {
  "GET /api/campaigns/{id}/objections": {
    answer: page({ ...objection, cost: 0.0165, returned: 0 }),
  },
  "POST /api/campaigns/{id}/objections": {
    body: { filter: objection.filter, text: objection.text },
    answer: withMessage("Thank you. An operator will look at these clicks.", {
      ...objection,
      cost: 0.0165,
      returned: 0,
    }),
  },
  "GET /api/admin/objections": { answer: page(operatedObjection) },
  "GET /api/admin/objections/{id}": {
    parameters: { id: OBJECTION },
    answer: success({
      ...operatedObjection,
      creators: [
        { creatorId: CREATOR, creator: "Chris", clicks: 11, valid: 11, joined: 0, returned: 0 },
      ],
      items: [
        {
          id: CLICK,
          clickedAt: CLICKED_AT,
          creator: "Chris",
          verdict: "valid",
          country: "GB",
          device: "phone",
        },
      ],
    }),
  },
  "POST /api/admin/objections/{id}/answer": {
    parameters: { id: OBJECTION },
    body: {
      state: "upheld",
      category: "bot_traffic",
      reason: "One machine made all of them",
      dryRun: false,
    },
    answer: success({
      action: "objection.uphold",
      subject: `objection:${OBJECTION}`,
      applied: true,
      before: { state: "open" },
      after: { state: "upheld", reversedClicks: 11, reversedMicros: "16500" },
    }),
  },
};
