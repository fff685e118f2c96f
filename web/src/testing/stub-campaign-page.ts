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
  shareLink: null,
  clicks: ownCampaign.clicks,
  paid: 0.045,
};

/** The answers that a campaign's page needs. */
export const campaignPage = {
  ...signedIn,
  [`GET ${campaignPath}`]: item(campaign),
  [`GET ${campaignPath}/stats`]: item(campaignStats),
  [`GET ${campaignPath}/stats/series`]: item(series),
  [`GET ${campaignPath}/links`]: list([campaignLink]),
};
