import type { Person } from "@fairclick/api/testing/people";
import fc from "fast-check";
import { earn, getAccount, openCheckout, readCents, withdraw } from "./money";
import type { StripeApp } from "./stripe-app";

const LARGEST_CENTS = 5_000;

/** A person in a run, with their objects at Stripe. */
export type Actor = {
  person: Person;
  sessions: string[];
  charges: string[];
  refunds: string[];
  disputes: string[];
};

type Deed = (app: StripeApp, actor: Actor, cents: number) => Promise<unknown>;

/** What people and banks do. A deed that is impossible at the moment changes nothing. */
const deeds: Record<string, Deed> = {
  pay: async (app, actor, cents) => {
    const session = await openCheckout(app, actor.person, cents);
    await app.standIn.control("checkout/pay", { session });
    actor.sessions.push(session);
    actor.charges.push(await findCharge(app, session));
  },
  confirm: ({ call }, { person, sessions }) =>
    call("POST", `/api/stripe/checkout-session/${sessions.at(-1)}/confirm`, {
      token: person.token,
    }),
  earn: (app, { person }, cents) => earn(app, person, cents),
  withdraw: async (app, { person }, cents) =>
    withdraw(app, person, await partOfEarnings(app, person, cents)),
  "withdraw twice at once": async (app, { person }, cents) => {
    const amount = await partOfEarnings(app, person, cents);
    await Promise.all([withdraw(app, person, amount), withdraw(app, person, amount)]);
  },
  cancel: async ({ call, owner }, { person }) => {
    const [row] = await owner`
      select id from withdrawals where user_id = ${person.id} and status = 'pending'`;
    await call("POST", `/api/stripe/withdrawals/${row?.id}/cancel`, { token: person.token });
  },
  refund: async ({ standIn }, actor, cents) => {
    const charge = actor.charges.at(-1) ?? "";
    const refund = await standIn.control("refunds/create", { charge, amountCents: cents });
    actor.refunds.push(refund.id);
  },
  "fail a refund": ({ standIn }, { refunds }) =>
    standIn.control("refunds/fail", { refund: refunds.pop() ?? "" }),
  dispute: async ({ standIn }, actor) => {
    const dispute = await standIn.control("disputes/open", { charge: actor.charges.at(-1) ?? "" });
    actor.disputes.push(dispute.id);
  },
  "win a dispute": ({ standIn }, { disputes }) =>
    standIn.control("disputes/close", { dispute: disputes.pop() ?? "", status: "won" }),
  "fail a payout": async ({ owner, standIn }, { person }) => {
    const [row] = await owner<{ payout: string }[]>`
      select payout_id as payout from withdrawals
      where user_id = ${person.id} and payout_id is not null order by random()`;
    await standIn.control("payouts/fail", { payout: row?.payout ?? "" });
  },
  "restrict the account": async (app, { person }) =>
    app.standIn.control("accounts/restrict", { account: await getAccount(app, person.id) }),
  "restore the account": async (app, { person }) =>
    app.standIn.control("accounts/complete", { account: await getAccount(app, person.id) }),
};

type Happening = (app: StripeApp) => Promise<unknown>;

const happenings: Record<string, Happening> = {
  "the worker runs": ({ work }) => work(),
  "two workers run": ({ work }) => Promise.all([work(), work()]),
  "Stripe delivers all events, shuffled": ({ standIn }) =>
    standIn.control("webhooks/flush", { order: "shuffled" }),
  "minutes pass": (app) => advanceTime(app, 7 * 60),
};

export async function advanceTime({ clock, standIn }: StripeApp, seconds: number): Promise<void> {
  clock.at = new Date(clock.at.getTime() + seconds * 1_000);
  await standIn.control("clock/advance", { seconds });
}

const calls = [
  "POST /v1/transfers",
  "POST /v1/payouts",
  "POST /v1/transfers/:id/reversals",
  "GET /v1/checkout/sessions/:id",
  "GET /v1/transfers/:id",
  "GET /v1/transfers",
];

export type Step =
  | { kind: "deed"; name: string; who: number; cents: number }
  | { kind: "happening"; name: string }
  | { kind: "fault"; call: string; effect: "none" | "done"; status: 500 | 429 };

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("deed" as const),
      name: fc.constantFrom(...Object.keys(deeds), "pay", "earn", "earn", "withdraw", "withdraw"),
      who: fc.nat(2),
      cents: fc.integer({ min: 50, max: LARGEST_CENTS }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("happening" as const),
      name: fc.constantFrom(...Object.keys(happenings)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("fault" as const),
      call: fc.constantFrom(...calls),
      effect: fc.constantFrom("none" as const, "done" as const),
      status: fc.constantFrom(500 as const, 429 as const),
    }),
  },
);

export async function performStep(app: StripeApp, actors: Actor[], step: Step): Promise<void> {
  if (step.kind === "fault") {
    const { call, effect, status } = step;
    await app.standIn.control("faults/add", { call, effect, shows: { kind: "error", status } });
    return;
  }
  if (step.kind === "happening") {
    await happenings[step.name]?.(app);
    return;
  }
  const actor = actors[step.who];
  if (actor) await deeds[step.name]?.(app, actor, step.cents).catch(() => {});
}

/** Returns an amount from a part of the earnings to slightly more than all of them. */
async function partOfEarnings(app: StripeApp, person: Person, cents: number): Promise<number> {
  const { earnings } = await readCents(app, person);
  return Math.max(1, Math.ceil((earnings * cents) / (LARGEST_CENTS - 100)));
}

async function findCharge({ deps }: StripeApp, session: string): Promise<string> {
  const paid = await deps.stripe?.checkout.sessions.retrieve(session, {
    expand: ["payment_intent"],
  });
  const intent = paid?.payment_intent;
  return intent && typeof intent !== "string" ? String(intent.latest_charge) : "";
}
