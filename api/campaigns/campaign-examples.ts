import { reasonCategory } from "@fairclick/core/clicks/reasons";
import {
  CAMPAIGN,
  CODE,
  COVER,
  CREATOR,
  clicks,
  DECIDED_AT,
  DEVELOPER,
  type Examples,
  JOINED_AT,
  JUDGED_UP_TO,
  KEY,
  KEY_MADE_AT,
  NOW,
  page,
  reasons,
  SETTLED_AT,
  success,
  TRACKING,
  withMessage,
} from "../reference/story";

const texts = {
  gameUrl: "https://www.roblox.com/games/920587237/Tower-of-Fun",
  gameTitle: "Tower of Fun",
  description: "Climb the tower before the slime does.",
  targetAudience: "People who like towers",
  trailerLink: "https://www.youtube.com/watch?v=towerOfFun",
  hashtags: ["#Roblox", "#TowerOfFun"],
  conversionTips: "Show the last jump.",
};
const days = { startDate: "2026-11-02T00:00:00.000Z", endDate: "2026-12-15T00:00:00.000Z" };

const campaign = {
  _id: CAMPAIGN,
  name: "Tower of Fun",
  gameName: "Tower of Fun",
  ...texts,
  cover: {
    hash: COVER,
    alt: "A player jumps between two towers.",
    image: `/covers/${COVER}-640.webp`,
    preview: `/covers/${COVER}-1200.jpg`,
  },
  payoutPerClick: 0.0015,
  feePerClick: 0,
  nextPrice: null,
  budget: 15,
  budgetRemaining: 14.955,
  budgetUsed: 0.045,
  totalClicks: 45,
  impressions: 500,
  status: "ACTIVE",
  isActive: true,
  clickRules: "literal",
  audience: { countries: null, devices: null },
  limits: { dailyCap: 5, creatorCap: null },
  wanted: { categories: [], platforms: [] },
  whoMayJoin: "everybody",
  ...days,
  gameGenres: ["Obby"],
  createdBy: { _id: DEVELOPER, username: "Dana", displayName: "Dana" },
  judgedUpTo: JUDGED_UP_TO,
  joinRate: { clicks: 130, joined: 20, percent: 15.38, genrePercent: 14.2, isFarBelow: false },
};
const listed = {
  ...campaign,
  standing: {
    budgetDays: 12.5,
    countedPercent: 91,
    verdictMinutes: 1.1,
    paid: 0.045,
    developerSince: "2026-08-03T09:00:00.000Z",
  },
  estimate: 1.36,
};
const own = {
  ...campaign,
  ...{ spend: 0.045, ctr: 9, costPerClick: 0.0015, clicks, stopped: null, pendingGameUrl: null },
};
const fresh = {
  ...own,
  budgetRemaining: 15,
  budgetUsed: 0,
  totalClicks: 0,
  impressions: 0,
  status: "ACTIVE",
  clicks: { total: 0, pending: 0, valid: 0, invalid: 0, held: 0, unpaid: 0 },
  spend: 0,
  ctr: null,
  costPerClick: null,
};
const joined = {
  ...campaign,
  redirectLink: `${TRACKING}/api/clicks/redirect/${CAMPAIGN}?userId=${CREATOR}`,
  shortLink: `${TRACKING}/r/${CODE}`,
  linkDisabled: false,
  joinedAt: JOINED_AT,
  clicks,
  earnings: 0.045,
};
const SHARE_LINK =
  "https://www.roblox.com/share?code=0629f8e684039c4d800a1a03623e7a6f&type=ExperienceDetails";
const link = {
  userId: CREATOR,
  username: "Chris",
  channels: [{ platform: "youtube", name: "@chris", url: "https://www.youtube.com/@chris" }],
  code: CODE,
  joinedAt: JOINED_AT,
  disabled: false,
  disabledBy: null,
  shareLink: null,
  clicks,
  paid: 0.045,
  judgedUpTo: JUDGED_UP_TO,
};

const names = [
  {
    name: "bio",
    link: `${TRACKING}/r/${CODE}/bio`,
    removed: false,
    clicks: { total: 23, valid: 20, invalid: 3, held: 0, unpaid: 0 },
    earnings: 0.03,
  },
];

const request = { message: "I make obby videos every week.", requestedAt: JOINED_AT };
const answered = (message: string) => ({ answer: { status: "success", message } });

export const campaignExamples: Examples = {
  "GET /api/campaigns/join-requests": {
    answer: success([
      { campaignId: CAMPAIGN, campaign: "Tower of Fun", ...request, state: "open", answer: null },
    ]),
  },
  "POST /api/campaigns/{id}/join-request": {
    body: { message: request.message },
    ...answered("Request sent. You are notified of the answer."),
  },
  "DELETE /api/campaigns/{id}/join-request": answered("Request withdrawn."),
  "GET /api/campaigns/{id}/join-requests": {
    answer: page({
      ...{ userId: CREATOR, username: "Chris", channels: link.channels, ...request },
      content: { categories: ["Roblox"], platforms: ["YouTube"] },
    }),
  },
  "POST /api/campaigns/{id}/join-requests/{userId}/accept": answered(
    "Accepted. The creator has a link now.",
  ),
  "POST /api/campaigns/{id}/join-requests/{userId}/refuse": {
    body: { reason: "We look for creators of obbies." },
    ...answered("Refused. The creator reads your reason."),
  },
  "POST /api/campaigns/covers": {
    body: "\u0089PNG…",
    answer: withMessage("Image stored", { hash: COVER }),
  },
  "POST /api/campaigns": {
    body: {
      ...texts,
      name: "Tower of Fun",
      tags: ["Obby"],
      payoutPerClick: 0.0015,
      budget: 15,
      ...days,
      isActive: true,
      limits: { dailyCap: 5 },
    },
    answer: withMessage(
      "Campaign created successfully! Your campaign is now available for creators to join.",
      fresh,
    ),
  },
  "GET /api/campaigns": { answer: page(listed) },
  "GET /api/campaigns/joined": { answer: page(joined) },
  "GET /api/campaigns/my-campaigns": { answer: page(own) },
  "GET /api/campaigns/my-campaigns/days": {
    parameters: { days: 3, timeZone: "Europe/Berlin" },
    answer: withMessage("Valid clicks per day", {
      days: ["2026-11-20", "2026-11-21", "2026-11-22"],
      campaigns: [{ _id: CAMPAIGN, valid: [0, 11, 18] }],
    }),
  },
  "POST /api/campaigns/join/{id}": {
    answer: withMessage("Successfully joined campaign!", {
      ...joined,
      totalClicks: 0,
      impressions: 0,
      budgetRemaining: 15,
      budgetUsed: 0,
      clicks: fresh.clicks,
      earnings: 0,
    }),
  },
  "GET /api/campaigns/{id}": { answer: withMessage("Campaign", listed) },
  "PATCH /api/campaigns/{id}": {
    body: { description: texts.description, isActive: true },
    answer: withMessage("Campaign updated", own),
  },
  "POST /api/campaigns/{id}/fund": { answer: withMessage("Campaign funded", fresh) },
  "POST /api/campaigns/{id}/price": {
    body: { payoutPerClick: 0.0012, startsAt: "2026-11-24T00:00:00.000Z" },
    answer: withMessage("The price changes to $0.0012 on 2026-11-24, 00:00 UTC.", {
      ...own,
      nextPrice: { payoutPerClick: 0.0012, startsAt: "2026-11-24T00:00:00.000Z" },
    }),
  },
  "DELETE /api/campaigns/{id}/price": {
    answer: withMessage("The price stays at $0.0015.", own),
  },
  "POST /api/campaigns/{id}/budget": {
    body: { amount: 500, requestId: "01a1fd70-f000-7b7c-9d12-84e0a6f35bc9" },
    answer: withMessage("$500.00 added to the budget.", {
      ...own,
      budget: 515,
      budgetRemaining: 514.955,
    }),
  },
  "POST /api/campaigns/{id}/end": {
    answer: withMessage(
      "Campaign ended. What is left comes back to your wallet once its last clicks have been judged.",
      { ...own, endDate: DECIDED_AT, status: "ENDED" },
    ),
  },
  "GET /api/campaigns/{id}/audience-share": {
    answer: withMessage("Audience", {
      days: 30,
      clicks: 45,
      countriesPercent: null,
      devicesPercent: null,
    }),
  },
  "GET /api/campaigns/{id}/links": { answer: page(link) },
  "PATCH /api/campaigns/{id}/links/{userId}": {
    body: { disabled: true },
    answer: withMessage("Link disabled", { ...link, disabled: true, disabledBy: "developer" }),
  },
  "PUT /api/campaigns/{id}/links/{userId}/share-link": {
    body: { shareLink: SHARE_LINK },
    answer: withMessage("Share link saved", { ...link, shareLink: SHARE_LINK }),
  },
  "GET /api/campaigns/{id}/stats": {
    answer: withMessage("Statistics", {
      clicks,
      reasons,
      reserved: 15,
      spend: 0.045,
      budgetRemaining: 14.955,
      ctr: 9,
      costPerClick: 0.0015,
      pending: 0.003,
      held: 0.0015,
      stopped: null,
      pendingGameUrl: null,
      judgedUpTo: JUDGED_UP_TO,
    }),
  },
  "POST /api/links/{campaignId}/review/appeal": {
    body: { text: "A streamer abroad showed my video." },
    answer: withMessage("Thank you. An operator will read this.", {
      since: SETTLED_AT,
      until: "2026-11-26T16:04:25.000Z",
      category: reasonCategory("link_networks"),
      appealed: true,
    }),
  },
  "GET /api/links/{campaignId}/names": { answer: withMessage("Named links", names) },
  "POST /api/links/{campaignId}/names": {
    body: { name: "bio" },
    answer: withMessage("Name added", names),
  },
  "DELETE /api/links/{campaignId}/names/{name}": { answer: withMessage("Name removed", []) },
  "GET /api/links/{campaignId}/stats": {
    answer: withMessage("Statistics", {
      clicks,
      reasons,
      review: null,
      earnings: 0.045,
      pending: 0.003,
      judgedUpTo: JUDGED_UP_TO,
    }),
  },
  "GET /api/campaigns/{id}/keys": {
    answer: success([
      { id: KEY, name: "Game server", createdAt: KEY_MADE_AT, lastUsedAt: NOW, endsAt: null },
    ]),
  },
};
