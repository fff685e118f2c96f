import {
  CAMPAIGN,
  COVER,
  change,
  clicks,
  DECIDED_AT,
  DEVELOPER,
  type Examples,
  LAUNCHED_AT,
  page,
  success,
  why,
} from "../reference/story";

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

export const operatedCampaignExamples: Examples = {
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
};
