import { vi } from "vitest";

type Reply = { status?: number; body: unknown };
type Replies = Record<string, Reply | (() => Reply | Promise<Reply>)>;

export type Call = { name: string; body: unknown; authorization: string | null };

/**
 * Answers the page's calls by `METHOD /path`; a call without an answer is one that the network
 * lost. Gives back the list of what was called.
 */
export function stubApi(replies: Replies): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const name = `${request.method} ${new URL(request.url).pathname}`;
    calls.push({
      name,
      body: parse(await request.text()),
      authorization: request.headers.get("authorization"),
    });
    const reply = replies[name];
    if (!reply) throw new TypeError("Failed to fetch");
    const { status = 200, body } = typeof reply === "function" ? await reply() : reply;
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  });
  return calls;
}

function parse(text: string): unknown {
  return text === "" ? null : JSON.parse(text);
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
    body: { stats: { totalEarnings: 0, totalClicks: 0, activeLinks: 0, pendingPayout: 0 } },
  },
  "GET /api/campaigns": { body: { status: "success", data: [], nextCursor: null } },
  "GET /api/campaigns/joined": { body: { status: "success", data: [], nextCursor: null } },
};
