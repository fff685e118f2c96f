import type { Person } from "@fairclick/api/testing/people";
import { resumeWithdrawals } from "@fairclick/services/money/request-withdrawal";
import { expectRightBooks } from "@fairclick/services/testing/expect-right-books";
import { instantPayouts } from "@fairclick/services/testing/instant-payouts";
import { withTx } from "@fairclick/sql/db/tx";
import { expect, it } from "vitest";
import { addPerson, withdraw } from "./money";
import { createEarner, passTime, payCreator, payIn } from "./stolen-cards";
import { createStripeApp } from "./stripe-app";

const HOUR_MS = 3_600_000;
/** How long an operator takes to release a first withdrawal; the operator is fooled every time. */
const OPERATOR_HOURS = 12;
const LIMIT_DOLLARS = 100;
const HOLD_HOURS = 72;
/** Cardholders notice the thefts on these days after the payments. */
const DISPUTED_AFTER_DAYS = 6;
const LAST_DAY = 11;

/** The ring pays with new cards on the first days. */
const THEFT_DAYS = 4;

type Outcome = { stolenDollars: number; lostDollars: number; waitsHours: number[] };

/**
 * Plays twelve days. On the first ones, a ring pays with two stolen cards a day for campaigns that
 * only its own creators are paid by, each with a device, address and bank of its own; all withdraw
 * what they can, every day. Beside it, honest creators earn from cards that 3-D Secure checked, and
 * one from an unproved card.
 */
async function play(unprovedPayoutDollars: number): Promise<Outcome> {
  const rules = { ...instantPayouts, depositHoldHours: HOLD_HOURS, unprovedPayoutDollars };
  const app = await createStripeApp({ ...rules, withdrawalReviewFirst: true });
  const checked = await addPerson(app);
  await payIn(app, checked, { cents: 50_000, card: "three_d_secure" });
  const unchecked = await addPerson(app);
  await payIn(app, unchecked, { cents: 1_000, card: "success" });
  const honest: Person[] = [];
  for (let each = 0; each < 5; each += 1) {
    honest.push(await createEarner(app, { developer: checked, cents: 1_000 }));
  }
  honest.push(await createEarner(app, { developer: unchecked, cents: 1_000 }));

  const ring: Person[] = [];
  const thefts: { charge: string; day: number }[] = [];
  for (let day = 0; day <= LAST_DAY; day += 1) {
    if (day < THEFT_DAYS) {
      for (let card = 0; card < 2; card += 1) {
        const developer = await addPerson(app);
        const charge = await payIn(app, developer, { cents: 4_000, card: "success" });
        thefts.push({ charge, day });
        ring.push(await createEarner(app, { developer, cents: 4_000 }));
      }
    }
    for (const { charge } of thefts.filter((each) => each.day === day - DISPUTED_AFTER_DAYS)) {
      await app.standIn.control("disputes/open", { charge });
    }
    if (day % 5 === 1) {
      for (const creator of honest.slice(0, 5)) {
        await payCreator(app, creator, { developer: checked, cents: 500 });
      }
    }
    await app.settle();
    for (const person of [...honest, ...ring]) await withdrawAll(app, person);
    await passDay(app, rules);
  }
  await expectRightBooks(app);
  return readOutcome(app, { ring, honest });
}

type App = Awaited<ReturnType<typeof createStripeApp>>;
type Rules = Parameters<typeof resumeWithdrawals>[1];

async function withdrawAll(app: App, person: Person): Promise<void> {
  const { json } = await app.call("GET", "/api/wallet/summary", { token: person.token });
  const cents = Math.floor(json.withdrawableBalance * 100);
  if (cents > 0) await withdraw(app, person, cents);
}

/** The worker sweeps, and the operator releases what waits for a first look and nothing else. */
async function passDay(app: App, rules: Rules): Promise<void> {
  for (let hours = 0; hours < 24; hours += OPERATOR_HOURS) {
    await passTime(app, OPERATOR_HOURS * HOUR_MS);
    await withTx(app.db, async (tx) => {
      await tx`
        update withdrawals set held_at = null, hold_reason = null, hold_kinds = null, hold_until = null
        where status = 'pending' and hold_kinds = '{first}'`;
    });
    await resumeWithdrawals(app.ctx, rules);
    await app.settle();
  }
}

async function readOutcome(
  { owner }: App,
  { ring, honest }: { ring: Person[]; honest: Person[] },
): Promise<Outcome> {
  const ids = (people: Person[]) => people.map(({ id }) => id);
  const [lost] = await owner<{ dollars: number }[]>`
    select coalesce(sum(amount_micros - returned_micros), 0)::float8 / 1e6 as dollars from withdrawals
    where status = 'completed' and user_id = any (${ids(ring)}::uuid[])`;
  const [stolen] = await owner<{ dollars: number }[]>`
    select coalesce(sum(e.micros), 0)::float8 / 1e6 as dollars from ledger_accounts a
    join ledger_entries e on e.account_id = a.id and e.micros > 0
    join ledger_transactions t on t.id = e.transaction_id and t.kind = 'click_payout'
    where a.kind = 'earnings' and a.owner_id = any (${ids(ring)}::uuid[])`;
  const waits = await owner<{ hours: number }[]>`
    select extract(epoch from coalesce(completed_at, 'infinity') - requested_at)::float8 / 3600 as hours
    from withdrawals where user_id = any (${ids(honest)}::uuid[]) order by 1`;
  return {
    stolenDollars: stolen?.dollars ?? 0,
    lostDollars: lost?.dollars ?? 0,
    waitsHours: waits.map(({ hours }) => hours),
  };
}

/** Of an even number, the larger of the two in the middle. */
const median = (sorted: number[]) => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;

it("loses no more to a ring of stolen cards than is configured, and honest people wait no longer", async () => {
  const [open, guarded] = await Promise.all([play(0), play(LIMIT_DOLLARS)]);
  const table = [open, guarded].map(({ stolenDollars, lostDollars, waitsHours }) => ({
    stolenDollars,
    lostDollars,
    honestWithdrawals: waitsHours.length,
    medianWaitHours: median(waitsHours),
  }));
  process.stdout.write(
    `${JSON.stringify({ limit: LIMIT_DOLLARS, open: table[0], guarded: table[1] })}\n`,
  );
  expect(open.stolenDollars).toBeGreaterThan(3 * LIMIT_DOLLARS);
  expect(open.lostDollars).toBeGreaterThan(2 * LIMIT_DOLLARS);
  expect(guarded.stolenDollars).toBe(open.stolenDollars);
  expect(guarded.lostDollars).toBeLessThanOrEqual(LIMIT_DOLLARS);
  expect(guarded.waitsHours).toHaveLength(open.waitsHours.length);
  expect(median(guarded.waitsHours)).toBeLessThanOrEqual(median(open.waitsHours));
});
