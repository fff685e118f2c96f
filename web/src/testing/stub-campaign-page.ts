import { campaign, item, list, ownCampaign, series, signedIn } from "./stub-api";

export const campaignPath = `/api/campaigns/${campaign._id}`;
export const campaignAddress = `/app/campaigns/${campaign._id}`;

export const campaignStats = {
  clicks: ownCampaign.clicks,
  reasons: [
    { verdict: "valid", category: "", clicks: 30 },
    { verdict: "invalid", category: "Bot traffic", clicks: 5 },
    { verdict: "invalid", category: "Too many clicks at once", clicks: 6 },
  ],
  reserved: 15,
  spend: 0.045,
  paid: 0.045,
  fees: 0,
  budgetRemaining: 14.955,
  ctr: null,
  costPerClick: 0.0015,
  pending: 0.003,
  held: 0.0015,
  stopped: null,
  pendingGameUrl: null,
  judgedUpTo: series.judgedUpTo,
};

export const campaignLink = {
  userId: "u2",
  username: "Cleo",
  channels: [],
  code: "abc",
  joinedAt: "2026-01-02T00:00:00.000Z",
  disabled: false,
  disabledBy: null,
  clicks: ownCampaign.clicks,
  paid: 0.045,
};

export const campaignConversions = {
  conversion: "joined",
  conversions: 11,
  conversionRate: 36.67,
  value: 4.99,
  waiting: 2,
  events: [
    { event: "joined", conversions: 11, value: 0 },
    { event: "purchase", conversions: 1, value: 4.99 },
  ],
  retention: [
    { day: 1, arrived: 80, returned: 2, percent: 2.5 },
    { day: 7, arrived: 60, returned: 0, percent: 0 },
  ],
  retentionTier: "under_3",
  freePlayers: 12,
  ownEvents: ["purchase"],
  costPerConversion: 0.004091,
  keys: [],
  creators: [
    {
      userId: "u2",
      username: "Cleo",
      impressions: 500,
      validClicks: 30,
      conversions: 11,
      conversionRate: 36.67,
      value: 4.99,
      retention: { day: 1, arrived: 80, returned: 2, percent: 2.5 },
      retentionTier: "under_3",
    },
  ],
  latest: null,
};

/** The answers that a campaign's page needs. */
export const campaignPage = {
  ...signedIn,
  [`GET ${campaignPath}`]: item(campaign),
  [`GET ${campaignPath}/stats`]: item(campaignStats),
  [`GET ${campaignPath}/stats/series`]: item(series),
  [`GET ${campaignPath}/conversions`]: item(campaignConversions),
  [`GET ${campaignPath}/links`]: list([campaignLink]),
};
