import {
  CLICK,
  CREATOR,
  conversions,
  type Examples,
  JUDGED_UP_TO,
  judged,
  KEY,
  KEY_MADE_AT,
  NOW,
  retention,
  withMessage,
} from "../reference/story";

const key = { id: KEY, name: "Game server", createdAt: KEY_MADE_AT, lastUsedAt: null };
const token = "fcc_3q2-7wYzGmOQyWbJc1nV0sXhTfRkLpDaEuIiAoBtCvM";
const campaignConversions = {
  ...conversions,
  ownEvents: ["purchase"],
  costPerConversion: 0.00409,
  keys: [{ ...key, lastUsedAt: NOW, endsAt: null }],
  creators: [
    {
      userId: CREATOR,
      username: "Chris",
      impressions: 500,
      validClicks: 30,
      conversions: 11,
      conversionRate: 36.67,
      value: 4.99,
      reported: 4,
      retention: retention[0],
      retentionTier: "unknown",
    },
  ],
  latest: { event: "purchase", at: NOW, test: false, key: null },
};

export const conversionExamples: Examples = {
  "POST /api/campaigns/{id}/keys": {
    answer: withMessage("Key created", { ...key, endsAt: null, token }),
  },
  "POST /api/campaigns/{id}/keys/{keyId}/rotate": {
    answer: withMessage("Key rotated. The old one works for 24 more hours.", {
      ...key,
      id: "01a1fd9a-24a0-7c15-b2e9-60d4f7a8135c",
      createdAt: "2026-11-21T10:15:00.000Z",
      endsAt: null,
      token,
    }),
  },
  "DELETE /api/campaigns/{id}/keys/{keyId}": {
    answer: { status: "success", message: "Key revoked" },
  },
  "POST /api/conversions": {
    body: [
      { clickId: `fc_${CLICK}`, event: "joined", player: "261" },
      { clickId: CLICK, event: "purchase", value: 4.99, at: "2026-11-20T16:30:00.000Z" },
      { clickId: CLICK, event: "level_9" },
    ],
    answer: {
      status: "success",
      accepted: 2,
      refused: 1,
      results: [
        {
          clickId: `fc_${CLICK}`,
          event: "joined",
          status: "accepted",
          reason: null,
          message: null,
        },
        {
          clickId: CLICK,
          event: "purchase",
          status: "accepted",
          reason: null,
          message: null,
        },
        {
          clickId: CLICK,
          event: "level_9",
          status: "refused",
          reason: "unknown_event",
          message: "This campaign has no event with this name.",
        },
      ],
    },
  },
  "GET /api/campaigns/{id}/conversions": {
    answer: withMessage("Conversions", campaignConversions),
  },
  "PUT /api/campaigns/{id}/events": {
    body: { own: ["purchase"], conversion: "joined" },
    answer: withMessage("Events saved", campaignConversions),
  },
  "GET /api/links/{campaignId}/conversions": {
    answer: withMessage("Conversions", { ...conversions, impressions: 500, ctr: 9 }),
  },
};

const quiet = { valid: 0, invalid: 0, held: 0, unpaid: 0, pending: 0, spend: 0 };
const series = {
  step: "day",
  timeZone: "Europe/Berlin",
  judgedUpTo: JUDGED_UP_TO,
  points: [
    { ...quiet, at: "2026-11-18T23:00:00.000Z", impressions: 0, conversions: 0 },
    {
      at: "2026-11-19T23:00:00.000Z",
      ...judged,
      pending: 2,
      spend: 0.045,
      impressions: 500,
      conversions: 11,
    },
  ],
};
const breakdown = {
  dimension: "country",
  from: "2026-11-18T23:00:00.000Z",
  to: "2026-11-20T23:00:00.000Z",
  judgedUpTo: JUDGED_UP_TO,
  items: [
    { value: "GB", valid: 22, invalid: 4, held: 0, unpaid: 1, spend: 0.033 },
    { value: "DE", valid: 6, invalid: 0, held: 1, unpaid: 0, spend: 0.009 },
  ],
  rest: { valid: 2, invalid: 7, held: 0, unpaid: 0, spend: 0.003 },
};
const time = {
  from: "2026-11-19T00:00:00+01:00",
  to: "2026-11-21T00:00:00+01:00",
  step: "day",
  timeZone: "Europe/Berlin",
};
const overTime = { parameters: time, answer: withMessage("Statistics over time", series) };
const byCountry = {
  parameters: { ...time, limit: 2 },
  answer: withMessage("Statistics", breakdown),
};

export const statsExamples: Examples = {
  "GET /api/campaigns/{id}/stats/series": overTime,
  "GET /api/links/{campaignId}/stats/series": overTime,
  "GET /api/campaigns/{id}/stats/breakdown": byCountry,
  "GET /api/links/{campaignId}/stats/breakdown": byCountry,
};
