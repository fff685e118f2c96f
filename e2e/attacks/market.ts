import { TERMS_VERSION } from "@fairclick/core/accounts/agreement";
import type { Stack } from "../stack";

/** What an attacker has: the app's address, and any source address. */
export type Market = { origin: string; stripe: string; mail: string; operatorToken: string };

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at as they come.
export type Body = any;
export type Answer = { status: number; body: Body; ms: number };
type Sent = {
  token?: string | undefined;
  json?: unknown;
  ip?: string;
  headers?: Record<string, string>;
};

export type Person = { token: string; id: string; email: string; ip: string };

/** Differs between runs against the same marketplace. */
const run = Math.floor(Date.now() / 1_000) % 60_000;
let people = 0;

/** Returns an address of which nobody knows anything; every call returns another one. */
export function nextAddress(): string {
  people += 1;
  return `${60 + (run % 40)}.${(run >> 2) & 255}.${(people >> 8) & 255}.${people & 255}`;
}

export async function call(
  { origin }: Pick<Market, "origin">,
  [method, path]: [string, string],
  { token, json, ip, headers }: Sent = {},
): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch(origin + path, {
    method,
    redirect: "manual",
    headers: {
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(ip ? { "x-forwarded-for": ip } : {}),
      ...headers,
    },
    ...(json === undefined ? {} : { body: typeof json === "string" ? json : JSON.stringify(json) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return {
    status: response.status,
    body: isJson ? JSON.parse(text) : text,
    ms: performance.now() - startedAt,
  };
}

export async function register(market: Market, name: string): Promise<Person> {
  const ip = nextAddress();
  const username = `${name}${run}x${people}`;
  const email = `${username}@example.com`;
  const { status, body } = await call(market, ["POST", "/api/auth/register"], {
    ip,
    json: {
      username,
      email,
      password: "correct horse battery",
      country: "US",
      termsVersion: TERMS_VERSION,
    },
  });
  if (status !== 201) throw new Error(`Registration: ${status} ${JSON.stringify(body)}`);
  return { token: body.data.token, id: body.data.user._id, email, ip };
}

/** Pays with a card that 3-D Secure checked. Returns the API's answer if it refuses. */
export async function deposit(market: Market, person: Person, cents: number): Promise<Answer> {
  const opened = await call(market, ["POST", "/api/stripe/create-checkout-session"], {
    ...person,
    json: { amount: cents },
  });
  if (opened.status !== 200) return opened;
  await fetch(opened.body.url, {
    method: "POST",
    body: new URLSearchParams({ card: "success", email: person.email }),
    redirect: "manual",
  });
  return call(market, ["POST", `/api/stripe/checkout-session/${opened.body.id}/confirm`], person);
}

export async function launch(
  market: Market,
  person: Person,
  { pay, budget, ...rest }: { pay: number; budget: number; gameUrl?: string; isActive?: boolean },
): Promise<Answer> {
  return call(market, ["POST", "/api/campaigns"], {
    ...person,
    json: {
      gameUrl: "https://www.roblox.com/games/1101/Tower-of-Tides",
      gameTitle: `Game ${nextAddress()}`,
      description: "An obby that floods from below.",
      targetAudience: "Players",
      tags: ["Obby"],
      hashtags: ["#Obby"],
      conversionTips: "Show the sea",
      payoutPerClick: pay,
      budget,
      startDate: new Date().toISOString(),
      endDate: new Date(Date.now() + 20 * 86_400_000).toISOString(),
      ...rest,
    },
  });
}

export async function join(market: Market, person: Person, campaignId: string): Promise<string> {
  const { body } = await call(market, ["POST", `/api/campaigns/join/${campaignId}`], person);
  const joined = await call(market, ["GET", "/api/campaigns/joined"], person);
  const link = joined.body.data?.find((each: Body) => each._id === campaignId);
  const url: string = link?.trackingLink ?? link?.shortLink ?? body?.data?.trackingLink ?? "";
  if (!url) throw new Error(`No link: ${JSON.stringify(body)} ${JSON.stringify(link)}`);
  return new URL(url).pathname;
}

/** A person's phone follows a link once, from an address of its own. */
export function visit(market: Market, path: string): Promise<Answer> {
  const version = 120 + (people % 20);
  return call(market, ["GET", path], {
    ip: nextAddress(),
    headers: {
      "user-agent": `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`,
      accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
      "accept-language": "en-US,en;q=0.9",
      "accept-encoding": "gzip, deflate, br",
      "sec-fetch-dest": "document",
      "sec-fetch-mode": "navigate",
      "sec-fetch-site": "cross-site",
      "sec-fetch-user": "?1",
      "upgrade-insecure-requests": "1",
    },
  });
}

/** Finishes the onboarding at Stripe's stand-in and confirms the email address. */
export async function openPayouts(market: Market, person: Person): Promise<void> {
  const created = await call(market, ["POST", "/api/stripe/create-connect-account"], {
    ...person,
    json: { country: "US" },
  });
  const account = /acct_\w+/.exec(JSON.stringify(created.body))?.[0];
  if (account) await control(market, "accounts/complete", { account });
  else {
    const listed = await control(market, "requests/list", {});
    const id = [...JSON.stringify(listed).matchAll(/acct_\w+/g)].at(-1)?.[0];
    await control(market, "accounts/complete", { account: id });
  }
  await call(market, ["POST", "/api/stripe/refresh-account"], person);
  await confirmEmail(market, person);
}

export async function confirmEmail(market: Market, person: Person): Promise<void> {
  const token = await until(async () => {
    const mails = await mailsTo(market, person.email);
    return /verify-email#([\w-]+)/.exec(JSON.stringify(mails))?.[1];
  });
  await call(market, ["POST", "/api/auth/verification/email"], { ...person, json: { token } });
}

export async function mailsTo({ mail }: Market, address: string): Promise<Body[]> {
  const response = await fetch(`${mail}/mails.json?to=${encodeURIComponent(address)}`);
  return JSON.parse(await response.text());
}

export async function control({ stripe }: Market, action: string, json: object): Promise<Body> {
  const response = await fetch(`${stripe}/_test/${action}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(json),
  });
  return response.json();
}

/** Asks until there is an answer; throws after a minute. */
export async function until<Found>(ask: () => Promise<Found | undefined>): Promise<Found> {
  for (let tries = 0; tries < 240; tries += 1) {
    const found = await ask();
    if (found !== undefined) return found;
    await Bun.sleep(250);
  }
  throw new Error(`Nothing within a minute: ${ask}`);
}

export function toMarket(
  { appUrl, ports }: Pick<Stack, "appUrl" | "ports">,
  token: string,
): Market {
  return {
    origin: appUrl,
    stripe: `http://localhost:${ports.stripe}`,
    mail: `http://localhost:${ports.mail}`,
    operatorToken: token,
  };
}
