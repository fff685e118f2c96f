import { campaignInput, type Person } from "@fairclick/api/testing/people";
import { asId, type CampaignId } from "@fairclick/core/ids";
import { releaseEscrows } from "@fairclick/services/campaigns/budget";
import { decideClicks } from "@fairclick/services/clicks/decide-clicks";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { releaseOutflow, retryOutflow } from "@fairclick/services/money/operate-outflows";
import { refundWay } from "@fairclick/services/money/refunds";
import { sweepPayments } from "@fairclick/services/money/stripe-events";
import { addPendingClicks, addUser } from "@fairclick/services/testing/marketplace";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import { afterEach, expect, it } from "vitest";
import { expectProvenBooks, openCheckout, readCents } from "./money";
import { addPayer, getRefundedCents, pay, paySession } from "./payer";
import { createStripeApp, withoutFee } from "./stripe-app";

const app = await createStripeApp({}, withoutFee);
const { call, clock, owner, standIn } = app;
const operator = await operatorCtx(app.db, owner, () => clock.at);
const HOUR_MS = 3_600_000;
const far = () => new Date(clock.at.getTime() + 60 * 24 * HOUR_MS);

afterEach(() => expectProvenBooks(app));

async function leave({ token }: Person, consent: object = {}) {
  const json = { giveUpWalletCents: 0, giveUpEarnings: false, ...consent };
  return call("POST", "/api/users/profile/delete", { token, json });
}

async function readPlan({ token }: Person) {
  return (await call("GET", "/api/users/profile/deletion", { token })).json;
}

async function launchFor({ token }: Person, budget: number): Promise<string> {
  const json = campaignInput(app, { budget });
  const launched = await call("POST", "/api/campaigns", { token, json });
  expect(launched.status, launched.text).toBe(201);
  return launched.json.data._id;
}

async function sweep() {
  await Promise.all([sweepPayments(app.ctx), sweepPayments(app.ctx)]);
  await app.settle();
}

async function countRefunds({ id }: Person): Promise<number> {
  const [row] = await owner<{ n: number }[]>`
    select count(*)::int as n from refunds where user_id = ${id}`;
  return row?.n ?? 0;
}

it("sends the wallet to its cards at once, and budgets when their last clicks are judged", async () => {
  const { person, charges } = await addPayer(app, 3_000, 2_000);
  const campaign = await launchFor(person, 40);
  expect(await readPlan(person)).toMatchObject({
    refunds: [{ refundable: 10, card: { brand: "visa" } }],
    campaigns: 1,
    later: 40,
    givesUp: { wallet: 0 },
  });
  const creatorId = await addUser(app.db);
  const at = new Date(clock.at.getTime() - 600_000);
  await owner`update campaigns set starts_at = ${at} where id = ${campaign}`;
  await addPendingClicks(app.db, [{ at, campaignId: campaign, creatorId }]);
  expect((await leave(person)).status).toBe(200);
  expect((await call("GET", "/api/auth/me", { token: person.token })).status).toBe(401);
  await app.settle();
  expect(await getRefundedCents(app, charges)).toEqual([0, 1_000]);
  await sweep();
  expect(await countRefunds(person)).toBe(1);
  const scope = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 1_000 };
  await settleClicks(app.ctx, { watermark: clock.at, ...scope });
  await releaseEscrows(app.ctx, { watermark: far() });
  const [click] = await owner<{ paid: bigint }[]>`
    select clicks.paid_micros as paid from clicks where campaign_id = ${campaign}`;
  const paidCents = Math.ceil(Number(click?.paid ?? 0n) / 10_000);
  expect(paidCents).toBeGreaterThan(0);
  await sweep();
  expect(await getRefundedCents(app, charges)).toEqual([3_000 - paidCents, 2_000]);
  expect(await readCents(app, person)).toMatchObject({ wallet: 0 });
  await sweep();
  expect(await countRefunds(person)).toBe(3);
});

it("changes nothing if the process dies before the commit", async () => {
  const { person, charges } = await addPayer(app, 5_000);
  const campaign = await launchFor(person, 20);
  await owner`create function die() returns trigger language plpgsql
    as $$ begin raise 'dead'; end $$`;
  await owner`create trigger die before insert on audit_log for each row
    when (new.action = 'user.delete') execute function die()`;
  expect((await leave(person)).status).toBe(500);
  await owner`drop function die() cascade`;
  await sweep();
  expect(await getRefundedCents(app, charges)).toEqual([0]);
  expect(await readCents(app, person)).toMatchObject({ wallet: 3_000 });
  const [row] = await owner`select ended_early_at from campaigns where id = ${campaign}`;
  expect(row?.endedEarlyAt).toBeNull();
  expect((await leave(person)).status).toBe(200);
  await app.settle();
  expect(await getRefundedCents(app, charges)).toEqual([3_000]);
});

it("sends each refund once after a lost answer", async () => {
  const { person, charges } = await addPayer(app, 2_000);
  await standIn.control("faults/add", {
    call: "POST /v1/refunds",
    effect: "done",
    shows: { kind: "hang" },
  });
  expect((await leave(person)).status).toBe(200);
  expect(await app.work(app.impatient)).toHaveLength(1);
  await standIn.control("faults/clear");
  clock.at = new Date(clock.at.getTime() + HOUR_MS);
  await sweep();
  expect(await getRefundedCents(app, charges)).toEqual([2_000]);
  expect(await countRefunds(person)).toBe(1);
});

it("does not try a card again that did not take its refund", async () => {
  const { person, charges } = await addPayer(app, 2_000, 1_000);
  const early = await call("POST", "/api/stripe/refunds", {
    token: person.token,
    json: { amount: 1_000 },
  });
  await app.settle();
  const findStripeId = async (id: string) => {
    const [row] = await owner<{ stripe: string }[]>`
      select stripe_refund_id as stripe from refunds where id = ${id}`;
    return row?.stripe ?? "";
  };
  const first = early.json.transactions[0]._id.replace("refund:", "");
  await standIn.control("refunds/fail", { refund: await findStripeId(first) });
  await app.settle();
  expect(await readPlan(person)).toMatchObject({
    refunds: [{ refundable: 20 }],
    givesUp: { wallet: 10 },
  });
  expect((await leave(person)).status).toBe(409);
  expect((await leave(person, { giveUpWalletCents: 1_000 })).status).toBe(200);
  await app.settle();
  const [second] = await owner<{ id: string }[]>`
    select id from refunds where user_id = ${person.id} and status = 'succeeded'`;
  await standIn.control("refunds/fail", { refund: await findStripeId(second?.id ?? "") });
  await sweep();
  await sweep();
  expect(await countRefunds(person)).toBe(2);
  expect(await getRefundedCents(app, charges)).toEqual([0, 0]);
  expect(await readCents(app, person)).toMatchObject({ wallet: 3_000 });
  const input = { id: second?.id ?? "", reason: "The card works again" };
  const retry = (dryRun: boolean) => retryOutflow(operator, refundWay, { ...input, dryRun });
  await retry(true);
  expect(await countRefunds(person)).toBe(2);
  await retry(false);
  await app.settle();
  expect(await getRefundedCents(app, charges)).toEqual([2_000, 0]);
  await expect(retry(false)).rejects.toThrow("No money of this payment");
});

it("lets refunds carry on that were requested before, held ones once an operator releases them", async () => {
  const { person, charges } = await addPayer(app, 4_000);
  for (const amount of [100, 200, 300, 400]) {
    await call("POST", "/api/stripe/refunds", { token: person.token, json: { amount } });
  }
  expect((await leave(person)).status).toBe(200);
  await app.settle();
  expect(await getRefundedCents(app, charges)).toEqual([3_600]);
  const [held] = await owner<{ id: string }[]>`
    select id from refunds where user_id = ${person.id} and held_at is not null`;
  await releaseOutflow(operator, refundWay, { id: held?.id ?? "", reason: "Known", dryRun: false });
  await app.settle();
  expect(await getRefundedCents(app, charges)).toEqual([4_000]);
});

it("sends a payment back that is made after the deletion", async () => {
  const { person, charges } = await addPayer(app, 1_000);
  const session = await openCheckout(app, person, 2_500);
  expect(await readPlan(person)).toMatchObject({ openDeposits: 1 });
  expect((await leave(person)).status).toBe(200);
  const late = await paySession(app, session);
  await sweep();
  expect(await getRefundedCents(app, [...charges, late])).toEqual([1_000, 2_500]);
});

it("pays what is owed for a disputed deposit with its own budget, and sends all else back", async () => {
  const { person, charges } = await addPayer(app, 2_000);
  await launchFor(person, 15);
  await standIn.control("disputes/open", { charge: charges[0] ?? "" });
  await app.settle();
  const later = await pay(app, person, 4_000);
  expect(await readPlan(person)).toMatchObject({
    owed: 15,
    refunds: [{ refundable: 25 }],
    later: 15,
    givesUp: { wallet: 0, disputes: 1 },
  });
  expect((await leave(person)).status).toBe(200);
  await app.settle();
  await sweep();
  expect(await getRefundedCents(app, [later])).toEqual([2_500]);
  await releaseEscrows(app.ctx, { watermark: far() });
  await sweep();
  expect(await getRefundedCents(app, [later])).toEqual([4_000]);
  expect(await readCents(app, person)).toMatchObject({ wallet: 0 });
});

it("pays what is owed for a spent deposit with money that could go back", async () => {
  const { person, charges } = await addPayer(app, 2_000);
  const campaign = await launchFor(person, 20);
  const at = new Date(clock.at.getTime() - 600_000);
  await owner`update campaigns set starts_at = ${at} where id = ${campaign}`;
  await addPendingClicks(app.db, [{ at, campaignId: campaign, creatorId: await addUser(app.db) }]);
  const scope = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 1_000 };
  await settleClicks(app.ctx, { watermark: clock.at, ...scope });
  await standIn.control("disputes/open", { charge: charges[0] ?? "" });
  await app.settle();
  const later = await pay(app, person, 4_000);
  expect((await leave(person)).status).toBe(200);
  await app.settle();
  await releaseEscrows(app.ctx, { watermark: far() });
  await sweep();
  const [row] = await owner<{ paid: bigint }[]>`
    select clicks.paid_micros as paid from clicks where campaign_id = ${campaign}`;
  const paidCents = Math.ceil(Number(row?.paid ?? 0n) / 10_000);
  expect(paidCents).toBeGreaterThan(0);
  expect(await getRefundedCents(app, [later])).toEqual([4_000 - paidCents]);
  const [losses] = await owner<{ micros: bigint }[]>`
    select coalesce(-sum(e.micros), 0)::bigint as micros
    from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id and a.kind = 'losses'
    where t.reference = ${`losses:${person.id}`}
      or t.reference in (select 'deposit:' || id from deposits where user_id = ${person.id})`;
  expect(losses?.micros).toBe(0n);
});

it.each(["approve", "reject"] as const)(
  "lets an operator %s clicks that were held when their developer left",
  async (action) => {
    const { person, charges } = await addPayer(app, 4_000);
    const campaign = await launchFor(person, 40);
    const creatorId = await addUser(app.db);
    const at = new Date(clock.at.getTime() - 600_000);
    await owner`update campaigns set starts_at = ${at} where id = ${campaign}`;
    const signals = [{ signal: "vpn" as const, evidence: {} }];
    await addPendingClicks(app.db, [
      { at, campaignId: campaign, creatorId, signals },
      { at, campaignId: campaign, creatorId, signals },
    ]);
    const scope = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 1_000 };
    await settleClicks(app.ctx, { watermark: clock.at, ...scope });
    expect((await leave(person)).status).toBe(200);
    await releaseEscrows(app.ctx, { watermark: far() });
    await sweep();
    const readPrice = async () => {
      const rows = await owner<{ price: bigint; verdict: string; paid: bigint }[]>`
        select price_micros::bigint as price, verdict, clicks.paid_micros as paid
        from clicks where campaign_id = ${campaign}`;
      return rows;
    };
    const held = await readPrice();
    expect(held.map(({ verdict }) => verdict)).toEqual(["held", "held"]);
    const claimed = held.reduce((sum, { price }) => sum + price, 0n);
    const claimedCents = Math.ceil(Number(claimed) / 10_000);
    expect(claimedCents).toBeGreaterThan(0);
    expect(await getRefundedCents(app, charges)).toEqual([4_000 - claimedCents]);

    const clicks = { group: { campaignId: asId<CampaignId>(campaign) } };
    await decideClicks(operator, { action, clicks, reason: "Looked at", dryRun: false });
    await releaseEscrows(app.ctx, { watermark: far() });
    await sweep();
    const paid = action === "approve";
    expect((await readPrice()).map((click) => [click.verdict, click.paid])).toEqual(
      held.map(({ price }) => (paid ? ["valid", price] : ["invalid", 0n])),
    );
    const [earned] = await owner<{ micros: bigint }[]>`
      select coalesce(sum(balance_micros), 0)::bigint as micros from ledger_accounts
      where kind = 'earnings' and owner_id = ${creatorId}`;
    expect(earned?.micros).toBe(paid ? claimed : 0n);
    expect(await getRefundedCents(app, charges)).toEqual([paid ? 4_000 - claimedCents : 4_000]);
    const [mailed] = await owner<{ n: number }[]>`
      select count(*)::int as n from notices where user_id = ${person.id} and mail_due_at is not null`;
    expect(mailed?.n).toBe(0);
  },
);

it("is refused to a suspended user", async () => {
  const { person } = await addPayer(app, 1_000);
  await owner`update users set suspended_at = ${clock.at} where id = ${person.id}`;
  expect((await leave(person)).status).toBe(403);
  await sweep();
  expect(await countRefunds(person)).toBe(0);
});
