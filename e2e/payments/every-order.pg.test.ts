import { campaignInput, type Person } from "@fairclick/api/testing/people";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addPerson,
  earn,
  expectProvenBooks,
  onboard,
  openCheckout,
  readCents,
  withdraw,
} from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp({ trustedHosts: ["www.roblox.com", "roblox.com"] });
const { owner, standIn } = app;

beforeAll(async () => {
  await standIn.control("webhooks/behave", { mode: "hold" });
});
afterAll(() => expectProvenBooks(app));

type Event = { event: string; type: string };

/** Returns the undelivered events. */
async function heldEvents(): Promise<Event[]> {
  const { deliveries } = await standIn.control("webhooks/list");
  return deliveries
    .filter(({ status }) => status === "held")
    .map(({ event, type }) => ({ event, type }));
}

async function forget(): Promise<void> {
  await standIn.control("webhooks/flush");
  await app.work();
}

/** Returns every permutation of every non-empty subset of 0 to `count - 1`. */
function listOrders(count: number): number[][] {
  const orders: number[][] = [[]];
  for (const order of orders) {
    for (let next = 0; next < count; next += 1) {
      if (!order.includes(next)) orders.push([...order, next]);
    }
  }
  return orders.filter(({ length }) => length > 0);
}

type Story = {
  /** Runs the story with its events held, and returns its person. */
  act: () => Promise<Person>;
  /** The story's event types in Stripe's order. */
  types: string[];
  state: (person: Person) => Promise<unknown>;
  /** The final state after any order with at least one event that matters. */
  end: unknown;
  matters?: (types: string[]) => boolean;
};

const stories: Record<string, Story> = {
  "a deposit": {
    types: ["checkout.session.completed", "checkout.session.async_payment_succeeded"],
    act: async () => {
      const person = await addPerson(app);
      const session = await openCheckout(app, person, 5_000);
      await standIn.control("checkout/pay", { session, card: "debit_succeeds" });
      await standIn.control("clock/advance", { seconds: 6 });
      return person;
    },
    state: (person) => readCents(app, person),
    end: { wallet: 5_000, earnings: 0, inTransit: 0 },
  },
  "an onboarding": {
    types: ["capability.updated", "account.external_account.created", "account.updated"],
    act: async () => {
      const person = await addPerson(app);
      await app.call("POST", "/api/stripe/create-connect-account", { token: person.token });
      const [user] = await owner<{ account: string }[]>`
        select stripe_account_id as account from users where id = ${person.id}`;
      await forget();
      await standIn.control("accounts/complete", { account: user?.account ?? "" });
      return person;
    },
    state: async ({ id }) => {
      const [user] =
        await owner`select stripe_account_verified as verified from users where id = ${id}`;
      return user;
    },
    end: { verified: true },
  },
  "a withdrawal that comes back": {
    types: ["transfer.created", "payout.created", "payout.failed", "transfer.reversed"],
    act: async () => {
      const person = await onboardedOnce();
      await withdraw(app, person, 3_000);
      await app.work();
      const [row] = await owner<{ transfer: string; payout: string }[]>`
        select transfer_id as transfer, payout_id as payout from withdrawals
        where user_id = ${person.id} order by id desc limit 1`;
      await standIn.control("payouts/fail", { payout: row?.payout ?? "" });
      await app.deps.stripe?.transfers.createReversal(row?.transfer ?? "");
      return person;
    },
    state: (person) => readCents(app, person),
    end: { wallet: 0, earnings: 3_000, inTransit: 0 },
    matters: (types) => types.some((type) => type !== "payout.created"),
  },
  "a dispute that is won": {
    types: [
      "checkout.session.completed",
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.closed",
    ],
    act: () => dispute("won"),
    state: (person) => readCents(app, person),
    end: { wallet: 2_000, earnings: 0, inTransit: 0 },
  },
  "a dispute of a payment that launches its campaign": {
    types: [
      "checkout.session.completed",
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
    ],
    act: async () => {
      const person = await addPerson(app);
      const json = campaignInput(app, { budget: 15 });
      const saved = await app.call("POST", "/api/campaigns", { token: person.token, json });
      const session = await openCheckout(app, person, 1_500, saved.json.data._id);
      await standIn.control("checkout/pay", { session });
      await standIn.control("disputes/open", { charge: await findCharge(session) });
      return person;
    },
    state: async (person) => {
      const campaigns = await app.call("GET", "/api/campaigns/my-campaigns", {
        token: person.token,
      });
      const statuses = campaigns.json.data.map(({ status }: { status: string }) => status);
      return { ...(await readCents(app, person)), statuses };
    },
    end: { wallet: 0, earnings: 0, inTransit: 0, statuses: ["PAUSED"] },
    matters: (types) => types.some((type) => type.startsWith("charge.dispute")),
  },
  "a dispute that is lost": {
    types: [
      "checkout.session.completed",
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.closed",
    ],
    act: () => dispute("lost"),
    state: (person) => readCents(app, person),
    end: { wallet: 0, earnings: 0, inTransit: 0 },
    matters: (types) => types.some((type) => type.startsWith("charge.dispute")),
  },
};

let onboarded: Person | null = null;

/** Returns a creator with $30, the same each time: what was withdrawn has come back by then. */
async function onboardedOnce(): Promise<Person> {
  if (onboarded) return onboarded;
  onboarded = await addPerson(app);
  await onboard(app, onboarded);
  await earn(app, onboarded, 3_000);
  await forget();
  return onboarded;
}

async function dispute(status: "won" | "lost"): Promise<Person> {
  const person = await addPerson(app);
  const session = await openCheckout(app, person, 2_000);
  await standIn.control("checkout/pay", { session });
  const { id } = await standIn.control("disputes/open", { charge: await findCharge(session) });
  await standIn.control("disputes/close", { dispute: id, status });
  return person;
}

async function findCharge(session: string): Promise<string> {
  const found = await app.deps.stripe?.checkout.sessions.retrieve(session, {
    expand: ["payment_intent"],
  });
  const intent = found?.payment_intent;
  if (!intent || typeof intent === "string") throw new Error("Not paid");
  return String(intent.latest_charge);
}

it.each(Object.entries(stories))(
  "%s ends the same in every order, with gaps and with duplicates",
  async (_name, { types, act, state, end, matters = () => true }) => {
    await forget();
    for (const order of listOrders(types.length)) {
      const chosen = order.map((index) => types[index] ?? "");
      if (!matters(chosen)) continue;
      const person = await act();
      const held = await heldEvents();
      const events = chosen.map((type) => held.find((each) => each.type === type)?.event ?? "");
      for (const event of [...events, ...events.slice(0, 1)]) {
        await standIn.control("webhooks/deliver", { events: [event] });
        expect(await app.work()).toEqual([]);
      }
      expect(await state(person), chosen.join(" → ")).toEqual(end);
      await forget();
      expect(await state(person), `${chosen.join(" → ")} → all`).toEqual(end);
    }
  },
  120_000,
);
