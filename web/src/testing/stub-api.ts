import { vi } from "vitest";

/** With a `type`, the body is sent unchanged. */
type Reply = { status?: number; body: unknown; type?: string };
type Replies = Record<string, Reply | (() => Reply | Promise<Reply>)>;

export type Call = {
  name: string;
  search: string;
  body: unknown;
  authorization: string | null;
  lastEventId: string | null;
};

/**
 * Replaces `fetch`: replies by `METHOD /path`, and fails like a lost network for other calls. Returns
 * the list of calls.
 */
export function stubApi(replies: Replies): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const name = `${request.method} ${pathname}`;
    calls.push({
      name,
      search,
      body: parse(await request.text()),
      authorization: request.headers.get("authorization"),
      lastEventId: request.headers.get("last-event-id"),
    });
    const reply = replies[name];
    if (!reply) throw new TypeError("Failed to fetch");
    const { status = 200, body, type } = typeof reply === "function" ? await reply() : reply;
    if (type) return new Response(body as BodyInit, { status, headers: { "content-type": type } });
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  });
  return calls;
}

/** Parses a body as JSON; returns the text itself if it is not JSON, such as an uploaded file. */
function parse(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const user = {
  _id: "01900000-0000-7000-8000-000000000001",
  username: "Dana",
  email: "dana@example.com",
  walletBalance: 50,
  stripeAccountVerified: false,
};

export const signedIn: Replies = {
  "GET /api/auth/me": { body: { status: "success", message: "", data: { user } } },
};

export const emptyMarket: Replies = {
  "GET /api/users/dashboard": {
    body: {
      stats: {
        totalEarnings: 0,
        totalClicks: 0,
        activeLinks: 0,
        pendingPayout: 0,
        judgedUpTo: null,
      },
    },
  },
  "GET /api/campaigns": { body: { status: "success", data: [], nextCursor: null } },
  "GET /api/campaigns/joined": { body: { status: "success", data: [], nextCursor: null } },
};

export const campaign = {
  _id: "01900000-0000-7000-8000-0000000000c1",
  name: "Tower of Tests",
  gameName: "Tower",
  gameTitle: "Tower",
  description: "Climb.",
  gameUrl: "https://www.roblox.com/games/1",
  payoutPerClick: 0.0015,
  feePerClick: 0,
  feePercent: 0,
  nextPrice: null as { payoutPerClick: number; startsAt: string } | null,
  clickRules: "literal" as const,
  paysFor: "clicks" as const,
  audience: { countries: null, devices: null },
  limits: { dailyCap: null as number | null, creatorCap: null as number | null },
  wanted: { categories: [], platforms: [] },
  whoMayJoin: "everybody",
  budget: 15,
  budgetRemaining: 14.955,
  budgetUsed: 0.045,
  totalClicks: 41,
  impressions: 0,
  status: "ACTIVE",
  isActive: true,
  startDate: "2026-01-01T00:00:00.000Z",
  endDate: "2099-01-01T00:00:00.000Z",
  targetAudience: "Climbers",
  gameGenres: ["Obby"],
  trailerLink: null,
  hashtags: ["#Tower"],
  conversionTips: "Show the last jump.",
  createdBy: { _id: "u", username: "dana", displayName: "Dana" },
  judgedUpTo: "2026-03-01T14:03:20.000Z",
  joinRate: null,
  standing: {
    budgetDays: 12.5 as number | null,
    countedPercent: 91 as number | null,
    verdictMinutes: 1.1 as number | null,
    paid: 0.045,
    developerSince: "2026-01-01T00:00:00.000Z",
  },
  estimate: null as number | null,
  cover: {
    hash: null,
    alt: "",
    image: "/covers/drawn/t-obby-1.svg",
    preview: "/covers/drawn/t-obby-1.png",
  },
};

export const joinedCampaign = {
  ...campaign,
  redirectLink: "https://fair.example/api/clicks/redirect/c1?userId=u1",
  shortLink: "https://fair.example/r/abc",
  disabledBy: null as "developer" | "operator" | null,
  reachedLimit: null,
  joinedAt: "2026-01-02T00:00:00.000Z",
  clicks: { total: 41, pending: 0, valid: 30, invalid: 11, held: 0, unpaid: 0 },
  earnings: 0.045,
};

export function list(data: unknown[]): Reply {
  return { body: { status: "success", data, nextCursor: null } };
}

export const ownCampaign = {
  ...campaign,
  spend: 0.045,
  clicks: joinedCampaign.clicks,
  stopped: null,
  pendingGameUrl: null,
  ctr: null,
  costPerClick: 0.0015,
};

const quietPoint = { valid: 0, invalid: 0, held: 0, unpaid: 0, pending: 0, spend: 0 };

/** Three days of clicks, the last one today. */
export const series = {
  step: "day",
  timeZone: "UTC",
  judgedUpTo: "2026-03-01T14:03:20.000Z",
  points: [
    { ...quietPoint, at: new Date(Date.now() - 2 * 86_400_000).toISOString() },
    {
      ...quietPoint,
      at: new Date(Date.now() - 86_400_000).toISOString(),
      valid: 30,
      invalid: 11,
      spend: 0.045,
    },
    { ...quietPoint, at: new Date(Date.now() - 3_600_000).toISOString() },
  ],
};

export function item(data: unknown, message = ""): Reply {
  return { body: { status: "success", message, data } };
}
