import type { StackAddress } from "../stack";

export type Account = { id: string; token: string; username: string; email: string };

export const PASSWORD = "correct horse";
const DAY_MS = 86_400_000;
let count = 0;

/** Returns the body of the project's own API. Throws with its text for an error status. */
export async function call<Answer>(
  stack: StackAddress,
  [method, path]: [method: string, path: string],
  { token, json }: { token?: string; json?: unknown } = {},
): Promise<Answer> {
  count += 1;
  const answer = await fetch(`${stack.appUrl}${path}`, {
    method,
    headers: {
      // Attempts are limited per IP address.
      "x-forwarded-for": `81.3.${Math.floor(count / 250) % 250}.${count % 250}`,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Answer;
}

export async function addAccount(stack: StackAddress, name = "person"): Promise<Account> {
  const username = `${name}-${Bun.randomUUIDv7().slice(-8)}`;
  const email = `${username}@example.com`;
  const { data } = await call<{ data: { token: string; user: { _id: string } } }>(
    stack,
    ["POST", "/api/auth/register"],
    { json: { username, email, password: PASSWORD, termsVersion: 1 } },
  );
  return { id: data.user._id, token: data.token, username, email };
}

/** Deposits this many dollars through Stripe's page without opening it. */
export async function fundWallet(
  stack: StackAddress,
  account: Account,
  dollars: number,
): Promise<void> {
  const { token } = account;
  const { id } = await call<{ id: string }>(
    stack,
    ["POST", "/api/stripe/create-checkout-session"],
    { token, json: { amount: dollars * 100 } },
  );
  await fetch(`http://127.0.0.1:${stack.ports.stripe}/_test/checkout/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ session: id }),
  });
  await call(stack, ["POST", `/api/stripe/checkout-session/${id}/confirm`], { token });
}

/**
 * Creates a campaign at $1.50 per 1,000 clicks and returns its id and name. The developer needs the
 * funds.
 */
export async function addCampaign(
  stack: StackAddress,
  developer: Account,
  changes: Record<string, unknown> = {},
): Promise<{ id: string; name: string }> {
  const name = `Tower ${Bun.randomUUIDv7().slice(-8)}`;
  const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
  const { data } = await call<{ data: { _id: string } }>(stack, ["POST", "/campaigns"], {
    token: developer.token,
    json: {
      name,
      gameTitle: "Tower of Tests",
      description: "Climb until the suite is green.",
      gameUrl: "https://www.roblox.com/games/123/Tower-of-Tests",
      payoutPerClick: 0.0015,
      budget: 15,
      startDate: day(-1),
      endDate: day(7),
      conversionTips: "Show the last jump.",
      tags: ["Obby"],
      targetAudience: "People who like towers",
      trailerLink: "https://www.youtube.com/watch?v=1",
      hashtags: ["#Roblox"],
      isActive: true,
      ...changes,
    },
  });
  return { id: data._id, name };
}
