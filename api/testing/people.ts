import { TERMS_VERSION } from "@fairclick/core/accounts/agreement";
import { microsFromDollars } from "@fairclick/core/amounts";
import { withTx } from "@fairclick/sql/db/tx";
import { postTransaction } from "@fairclick/sql/money/ledger";
import type { TestApp } from "./test-app";

export type Person = { id: string; token: string; username: string; email: string };

/** What people add to their registration who want to join, fund or withdraw. */
export const agreement = { termsVersion: TERMS_VERSION };

let count = 0;

/** Registers a user through the API. */
export async function register({ call }: TestApp, name = "person"): Promise<Person> {
  count += 1;
  const username = `${name}${count}`;
  const email = `${username}@example.com`;
  const answer = await call("POST", "/api/auth/register", {
    json: { username, email, password: "correct horse", ...agreement },
  });
  if (answer.status !== 201) throw new Error(`Registration failed: ${answer.text}`);
  return { id: answer.json.data.user._id, token: answer.json.data.token, username, email };
}

/** Credits a wallet as a completed deposit does. */
export async function deposit({ db }: TestApp, person: Person, dollars: number): Promise<void> {
  const micros = microsFromDollars(dollars);
  if (micros === null) throw new Error(`${dollars} is no amount`);
  await withTx(db, (tx) =>
    postTransaction(tx, {
      kind: "deposit",
      idempotencyKey: `deposit:${crypto.randomUUID()}`,
      entries: [
        { account: { kind: "stripe_clearing" }, micros: -micros },
        { account: { kind: "wallet", ownerId: person.id }, micros },
      ],
    }),
  );
}

/** Credits earnings without a campaign. */
export async function earn(
  { db }: TestApp,
  { id }: Person,
  micros: bigint,
  /** `deposit`: from a card payment of now. The platform's own money does not wait. */
  kind: "click_payout" | "deposit" = "click_payout",
): Promise<void> {
  await withTx(db, (tx) =>
    postTransaction(tx, {
      kind,
      idempotencyKey: `earned:${crypto.randomUUID()}`,
      entries: [
        { account: { kind: "stripe_clearing" }, micros: -micros },
        { account: { kind: "earnings", ownerId: id }, micros },
      ],
    }),
  );
}

const DAY_MS = 86_400_000;

/** What the wizard sends for $1.50 per 1,000 clicks, starting yesterday. */
export function campaignInput({ clock }: TestApp, changes: Record<string, unknown> = {}) {
  const day = (offset: number) =>
    new Date(clock.at.getTime() + offset * DAY_MS).toISOString().slice(0, 10);
  return {
    name: "Tower of Fun",
    gameTitle: "Tower of Fun",
    description: "Climb the tower.",
    gameUrl: "https://www.roblox.com/games/1",
    payoutPerClick: 0.0015,
    budget: 15,
    startDate: day(-1),
    endDate: day(7),
    conversionTips: "Show the last jump.",
    tags: ["Obby"],
    targetAudience: "Everyone",
    trailerLink: "",
    hashtags: ["#Roblox"],
    isActive: true,
    ...changes,
  };
}

/** A funded campaign of a new developer, launched through the API. */
export async function launch(
  app: TestApp,
  changes: Record<string, unknown> = {},
): Promise<{ developer: Person; id: string }> {
  const developer = await register(app, "developer");
  const input = campaignInput(app, changes);
  await deposit(app, developer, Number(input.budget));
  const answer = await app.call("POST", "/api/campaigns", { token: developer.token, json: input });
  if (answer.status !== 201) throw new Error(`Launching failed: ${answer.text}`);
  return { developer, id: answer.json.data._id };
}
