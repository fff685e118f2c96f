import { campaignInput, type Person, register } from "@fairclick/api/testing/people";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { processStripeEvent } from "@fairclick/services/money/stripe-events";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { getBalance } from "@fairclick/sql/money/ledger";
import { afterEach, describe, expect, it } from "vitest";
import { expectProvenBooks, openCheckout, readCents } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { call, db, standIn } = app;

afterEach(() => expectProvenBooks(app));

/** Registers a person who has deposited this many cents, and returns the charge as well. */
async function payer(cents: number): Promise<{ person: Person; charge: string }> {
  const person = await register(app);
  const session = await openCheckout(app, person, cents);
  await standIn.control("checkout/pay", { session });
  await app.settle();
  return { person, charge: await findCharge(session) };
}

async function addFunds(person: Person, cents: number): Promise<void> {
  const session = await openCheckout(app, person, cents);
  await standIn.control("checkout/pay", { session });
  await app.settle();
}

async function findCharge(session: string): Promise<string> {
  const paid = await app.deps.stripe?.checkout.sessions.retrieve(session, {
    expand: ["payment_intent"],
  });
  const intent = paid?.payment_intent;
  if (!intent || typeof intent === "string") throw new Error("Not paid");
  return String(intent.latest_charge);
}

async function launch(person: Person, budget: number): Promise<string> {
  const json = campaignInput(app, { budget });
  const answer = await call("POST", "/api/campaigns", { token: person.token, json });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data._id;
}

async function readStatus(id: string): Promise<string> {
  return (await call("GET", `/api/campaigns/${id}`)).json.data.status;
}

async function lossesCents(): Promise<number> {
  return Number(0n - (await getBalance(db.sql, { kind: "losses" }))) / 10_000;
}

async function readBudgetCents(...campaigns: string[]): Promise<number[]> {
  const balances = campaigns.map((ownerId) => getBalance(db.sql, { kind: "escrow", ownerId }));
  return (await Promise.all(balances)).map((micros) => Number(micros) / 10_000);
}

async function history({ token }: Person) {
  const answer = await call("GET", "/api/wallet/transactions", { token });
  return answer.json.transactions;
}

describe("a refund", () => {
  it("takes the refunded amount out of the wallet", async () => {
    const { person, charge } = await payer(5_000);
    const campaign = await launch(person, 15);
    await standIn.control("refunds/create", { charge, amountCents: 1_200 });
    await app.settle();
    expect(await readCents(app, person)).toMatchObject({ wallet: 2_300 });
    await standIn.control("refunds/create", { charge, amountCents: 300 });
    await app.settle();
    expect(await readCents(app, person)).toMatchObject({ wallet: 2_000 });
    expect(await lossesCents()).toBe(0);
    expect(await readStatus(campaign)).toBe("ACTIVE");
    const [latest] = (await history(person)).filter(
      (line: { type: string }) => line.type === "refund",
    );
    expect(latest).toMatchObject({ amount: -3, description: "Refund of your deposit of $50.00." });
  });

  it("books what the wallet no longer holds as a loss and pauses campaigns", async () => {
    const { person, charge } = await payer(5_000);
    const campaign = await launch(person, 15);
    const before = await lossesCents();
    await standIn.control("refunds/create", { charge });
    await app.settle();
    expect(await readCents(app, person)).toMatchObject({ wallet: 0 });
    expect((await lossesCents()) - before).toBe(1_500);
    expect(await readStatus(campaign)).toBe("PAUSED");
    expect((await history(person))[0]).toMatchObject({
      type: "refund",
      amount: -35,
      description:
        "Refund of your deposit of $50.00. Your wallet was $15.00 short of it. Your campaigns are paused.",
    });
  });

  it("that fails returns exactly what it took", async () => {
    const { person, charge } = await payer(5_000);
    await launch(person, 15);
    const before = await lossesCents();
    const refund = await standIn.control("refunds/create", { charge });
    await app.settle();
    await standIn.control("refunds/fail", { refund: refund.id });
    await app.settle();
    expect(await readCents(app, person)).toMatchObject({ wallet: 3_500 });
    expect(await lossesCents()).toBe(before);
  });

  it("is counted by its refund objects, not by the charge's cumulative amount", async () => {
    const { person, charge } = await payer(5_000);
    await standIn.control("webhooks/behave", { mode: "hold" });
    for (const amountCents of [100, 200, 300]) {
      await standIn.control("refunds/create", { charge, amountCents });
    }
    await standIn.control("webhooks/flush", { order: "shuffled", seed: 7 });
    await Promise.all([app.work(), app.work(), app.work()]);
    expect(await readCents(app, person)).toMatchObject({ wallet: 4_400 });
    await standIn.control("webhooks/behave", { mode: "send" });
  });
});

describe("a dispute", () => {
  it("takes the deposit back, pauses campaigns and says why; winning it returns the money", async () => {
    const { person, charge } = await payer(5_000);
    const campaign = await launch(person, 15);
    const before = await lossesCents();
    const dispute = await standIn.control("disputes/open", { charge });
    await app.settle();
    expect(await readCents(app, person)).toMatchObject({ wallet: 0 });
    expect((await lossesCents()) - before).toBe(1_500);
    expect(await readStatus(campaign)).toBe("PAUSED");
    expect((await history(person))[0]).toMatchObject({
      type: "dispute",
      amount: -35,
      description:
        "Your bank disputed the deposit of $50.00. Your wallet was $15.00 short of it. Your campaigns are paused.",
    });
    await standIn.control("disputes/close", { dispute: dispute.id, status: "won" });
    await app.settle();
    expect(await readCents(app, person)).toMatchObject({ wallet: 3_500 });
    expect(await lossesCents()).toBe(before);
  });

  it("that is lost takes what lies unspent in campaigns, and what waiting clicks may cost stays", async () => {
    const { person, charge } = await payer(5_000);
    const [first, second] = [await launch(person, 20), await launch(person, 20)];
    const creator = await register(app);
    await call("POST", `/api/campaigns/join/${second}`, { token: creator.token });
    const at = new Date(app.clock.at.getTime() - 1_000);
    const ids = { campaignId: second, creatorId: creator.id };
    await addPendingClicks(db, [{ at, ...ids }]);
    const before = await lossesCents();
    const dispute = await standIn.control("disputes/open", { charge });
    await app.settle();
    expect((await lossesCents()) - before).toBe(4_000);
    expect(await readBudgetCents(first, second)).toEqual([2_000, 2_000]);
    await standIn.control("disputes/close", { dispute: dispute.id, status: "lost" });
    await app.settle();
    const [left, kept] = await readBudgetCents(first, second);
    expect(left).toBe(0);
    expect((await lossesCents()) - before).toBeCloseTo(kept ?? 0);
    expect(kept).toBeGreaterThan(0);
    expect(await readCents(app, person)).toMatchObject({ wallet: 0 });
    const watermark = new Date(app.clock.at.getTime() + 60_000);
    const scope = { shard: 0, shards: 1, batchSize: 100, windowSeconds: 60 };
    expect(await settleClicks(app.ctx, { ...scope, watermark })).toMatchObject({ valid: 1 });
    await app.work();
  });

  it("tells a developer whose wallet is empty why campaigns are paused", async () => {
    const { person, charge } = await payer(1_500);
    const campaign = await launch(person, 15);
    await standIn.control("disputes/open", { charge });
    await app.settle();
    expect(await readStatus(campaign)).toBe("PAUSED");
    expect((await history(person))[0]).toMatchObject({
      type: "dispute",
      amount: 0,
      description:
        "Your bank disputed the deposit of $15.00. Your wallet was $15.00 short of it. Your campaigns are paused.",
    });
    const csv = await call("GET", "/api/wallet/transactions.csv", { token: person.token });
    expect(csv.text).not.toContain("disputed");
  });

  it("keeps its developer from launching, funding and resuming until the wallet has paid for it", async () => {
    const { person, charge } = await payer(4_500);
    const { token } = person;
    const [running, resting] = [await launch(person, 15), await launch(person, 15)];
    await launch(person, 15);
    const waiting = await launch(person, 15);
    const before = await lossesCents();
    await standIn.control("disputes/open", { charge });
    await app.settle();
    expect((await lossesCents()) - before).toBe(4_500);
    // As if an operator had lifted the pause and the developer had paused.
    await app.owner`update campaigns set forced_pause_at = null, forced_pause_by = null,
      forced_pause_reason = null where id in (${running}, ${resting})`;
    const acts = () => [
      call("POST", "/api/campaigns", { token, json: campaignInput(app) }),
      call("POST", `/api/campaigns/${waiting}/fund`, { token }),
      call("PATCH", `/api/campaigns/${running}`, { token, json: { isActive: true } }),
    ];
    const expectRefusals = async (missing: string) => {
      for (const { status, json } of await Promise.all(acts())) {
        expect([status, json.message]).toEqual([
          409,
          `You owe $45.00, because a deposit was reversed after it was spent. Until that is paid you cannot launch, fund or resume a campaign. Your wallet pays it: add at least ${missing}.`,
        ]);
      }
    };
    await expectRefusals("$45.00");
    await addFunds(person, 4_400);
    await expectRefusals("$1.00");
    expect(await readCents(app, person)).toMatchObject({ wallet: 4_400 });

    await addFunds(person, 3_100);
    const answers = await Promise.all(acts());
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200]);
    expect(await lossesCents()).toBe(before);
    expect(await readCents(app, person)).toMatchObject({ wallet: 0 });
    const paid = (await history(person)).filter(({ description }: { description: string }) =>
      description.startsWith("Paid the debt of a deposit"),
    );
    expect(paid).toMatchObject([{ type: "correction", amount: -45 }]);
  });

  it("that is won after its developer paid for it returns that payment, once", async () => {
    const { person, charge } = await payer(1_500);
    const paused = await launch(person, 15);
    const before = await lossesCents();
    const dispute = await standIn.control("disputes/open", { charge });
    await app.settle();
    await addFunds(person, 3_000);
    await launch(person, 15);
    expect(await readCents(app, person)).toMatchObject({ wallet: 0 });
    await standIn.control("disputes/close", { dispute: dispute.id, status: "won" });
    await app.settle();
    await app.settle();
    expect(await readStatus(paused)).toBe("PAUSED");
    expect(await lossesCents()).toBe(before);
    expect(await readCents(app, person)).toMatchObject({ wallet: 1_500 });
    expect((await history(person))[0]).toMatchObject({ type: "correction", amount: 15 });
  });

  it("that is lost changes nothing further", async () => {
    const { person, charge } = await payer(1_000);
    const dispute = await standIn.control("disputes/open", { charge });
    await app.settle();
    await standIn.control("disputes/close", { dispute: dispute.id, status: "lost" });
    await app.settle();
    expect(await readCents(app, person)).toMatchObject({ wallet: 0 });
  });

  it("pauses campaigns even if the wallet covers it", async () => {
    const { person } = await payer(5_000);
    const session = await openCheckout(app, person, 1_000);
    await standIn.control("checkout/pay", { session });
    const campaign = await launch(person, 15);
    await standIn.control("disputes/open", { charge: await findCharge(session) });
    await app.settle();
    expect(await readCents(app, person)).toMatchObject({ wallet: 3_500 });
    expect(await readStatus(campaign)).toBe("PAUSED");
  });

  it("pauses campaigns that its developer cannot resume, including those that they had paused", async () => {
    const { person, charge } = await payer(5_000);
    const [running, resting] = [await launch(person, 15), await launch(person, 15)];
    const edit = (id: string, json: object) =>
      call("PATCH", `/api/campaigns/${id}`, { token: person.token, json });
    await edit(resting, { isActive: false });
    await standIn.control("disputes/open", { charge });
    await app.settle();
    for (const id of [running, resting]) {
      const refused = await edit(id, { isActive: true });
      expect([refused.status, refused.json.message]).toEqual([
        403,
        "Fairclick paused this campaign, and only Fairclick can resume it. The reason: Your bank disputed a deposit.",
      ]);
    }
    const { json } = await call("GET", "/api/campaigns/my-campaigns", { token: person.token });
    expect(json.data.map(({ stopped }: { stopped: unknown }) => stopped)).toEqual([
      expect.objectContaining({ how: "paused", by: "platform" }),
      expect.objectContaining({ how: "paused", by: "platform" }),
    ]);
  });

  it("an older answer that arrives after the reinstatement changes nothing", async () => {
    const { person, charge } = await payer(1_000);
    await standIn.control("webhooks/behave", { mode: "hold" });
    const dispute = await standIn.control("disputes/open", { charge });
    const opened = await deliver("charge.dispute.created");
    await standIn.control("faults/add", {
      call: "GET /v1/checkout/sessions",
      shows: { kind: "delay", ms: 500 },
    });
    const slow = processStripeEvent(app.ctx, opened);
    await Bun.sleep(200);
    await standIn.control("disputes/close", { dispute: dispute.id, status: "won" });
    await processStripeEvent(app.ctx, await deliver("charge.dispute.closed"));
    await slow;
    expect(await readCents(app, person)).toMatchObject({ wallet: 1_000 });
    await standIn.control("webhooks/behave", { mode: "send" });
  });
});

async function deliver(type: string): Promise<string> {
  const { deliveries } = await standIn.control("webhooks/list");
  const event = deliveries.findLast((each) => each.type === type)?.event ?? "";
  await standIn.control("webhooks/deliver", { events: [event] });
  return event;
}
