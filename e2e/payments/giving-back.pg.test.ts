import { campaignInput, type Person } from "@fairclick/api/testing/people";
import { asId, type UserId } from "@fairclick/core/ids";
import { releaseEscrow } from "@fairclick/services/campaigns/budget";
import { reconcileStripe } from "@fairclick/services/money/ledger";
import {
  cancelOutflow,
  holdOutflow,
  releaseOutflow,
  retryOutflow,
} from "@fairclick/services/money/operate-outflows";
import { refundWay } from "@fairclick/services/money/refunds";
import { sweepPayments } from "@fairclick/services/money/stripe-events";
import { exportTransactions } from "@fairclick/services/money/wallet";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import { afterEach, describe, expect, it } from "vitest";
import { addPerson, expectProvenBooks, readCents } from "./money";
import { addPayer, getRefundedCents, pay as payCents } from "./payer";
import { createStripeApp, withoutFee } from "./stripe-app";

const app = await createStripeApp({}, withoutFee);
const { call, clock, owner, standIn } = app;
const operator = await operatorCtx(app.db, owner, () => clock.at);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const why = { reason: "Looked at", dryRun: false };
const hold = (id: string) => holdOutflow(operator, refundWay, { id, ...why });
const release = (id: string) => releaseOutflow(operator, refundWay, { id, ...why });
const retry = (id: string) => retryOutflow(operator, refundWay, { id, ...why });
const stop = (id: string) => cancelOutflow(operator, refundWay, { id, ...why });

afterEach(() => expectProvenBooks(app));

const pay = (person: Person, cents: number) => payCents(app, person, cents);
const payer = (...deposits: number[]) => addPayer(app, ...deposits);
const refundedAtStripe = (charges: string[]) => getRefundedCents(app, charges);

const giveBack = ({ token }: Person, amount: number, requestId?: string) =>
  call("POST", "/api/stripe/refunds", { token, json: { amount, requestId } });

async function refundable({ token }: Person) {
  return (await call("GET", "/api/stripe/refundable", { token })).json;
}

async function refundLines({ token }: Person) {
  const { json } = await call("GET", "/api/wallet/transactions", { token });
  return json.transactions.filter(({ type }: { type: string }) => type === "refund");
}

describe("money back", () => {
  it("goes to the cards that paid it, newest deposit first, and is shown and reconciled", async () => {
    const { person, charges } = await payer(3_000, 2_000);
    expect(await refundable(person)).toMatchObject({ walletBalance: 50, refundable: 50 });
    const answer = await giveBack(person, 2_500);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.transactions).toHaveLength(2);
    expect(await readCents(app, person)).toMatchObject({ wallet: 2_500 });
    const [line] = await refundLines(person);
    expect(line).toMatchObject({
      status: "pending",
      description: "On its way back to your Visa card ending in 0077",
    });
    await app.settle();
    expect(await refundedAtStripe(charges)).toEqual([500, 2_000]);
    expect(await readCents(app, person)).toMatchObject({ wallet: 2_500 });
    const lines = await refundLines(person);
    expect(
      lines.map(({ amount, status }: { amount: number; status: string }) => [amount, status]),
    ).toEqual(
      expect.arrayContaining([
        [-20, "completed"],
        [-5, "completed"],
      ]),
    );
    const csv = await exportTransactions(
      { ...app.ctx, actor: { kind: "user", userId: asId<UserId>(person.id) } },
      { appUrl: "https://fairclick.test" },
    );
    expect(csv.match(/wallet,refund,-\d+,completed/g)).toHaveLength(2);
    const later = { ...app.ctx, now: () => new Date(clock.at.getTime() + 2 * HOUR_MS) };
    expect(await reconcileStripe(later)).toMatchObject({ differences: [], unexplainedMicros: 0n });
  });

  it("counts budget that a campaign returned", async () => {
    const { person, charges } = await payer(5_000);
    const json = campaignInput(app, { budget: 15 });
    const launched = await call("POST", "/api/campaigns", { token: person.token, json });
    expect((await refundable(person)).refundable).toBe(35);
    expect((await giveBack(person, 3_501)).status).not.toBe(200);
    await owner`update campaigns set ends_at = ${clock.at} where id = ${launched.json.data._id}`;
    await releaseEscrow(app.ctx, {
      id: launched.json.data._id,
      developerId: asId<UserId>(person.id),
      watermark: new Date(clock.at.getTime() + 60 * DAY_MS),
    });
    expect((await refundable(person)).refundable).toBe(50);
    expect((await giveBack(person, 5_000)).status).toBe(200);
    await app.settle();
    expect(await refundedAtStripe(charges)).toEqual([5_000]);
  });

  it("is requested once by a repeated request, and cannot be spent twice at the same time", async () => {
    const { person, charges } = await payer(1_000);
    const requestId = crypto.randomUUID();
    const same = await Promise.all([1, 2, 3].map(() => giveBack(person, 600, requestId)));
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await giveBack(person, 500, requestId)).status).toBe(409);
    const rivals = await Promise.all([1, 2, 3].map(() => giveBack(person, 400)));
    expect(rivals.filter(({ status }) => status === 200)).toHaveLength(1);
    await app.settle();
    expect(await refundedAtStripe(charges)).toEqual([1_000]);
    expect(await readCents(app, person)).toMatchObject({ wallet: 0 });
  });

  it("refuses bad amounts, strangers and an empty wallet", async () => {
    const { person } = await payer();
    for (const amount of [0, -1, 1.5, 1e12, "5", null]) {
      const json = { amount };
      expect(
        (await call("POST", "/api/stripe/refunds", { token: person.token, json })).status,
      ).toBe(422);
    }
    expect((await giveBack(person, 1)).status).toBe(409);
    expect((await call("POST", "/api/stripe/refunds", { json: { amount: 1 } })).status).toBe(401);
    expect((await call("GET", "/api/stripe/refundable")).status).toBe(401);
  });
});

describe("a deposit's money", () => {
  it("never goes to another card: what is left of a spent deposit is nothing", async () => {
    const { person, charges } = await payer(5_000);
    const json = campaignInput(app, { budget: 50 });
    expect((await call("POST", "/api/campaigns", { token: person.token, json })).status).toBe(201);
    const stolen = await pay(person, 4_000);
    expect((await refundable(person)).refundable).toBe(40);
    await giveBack(person, 4_000);
    await app.settle();
    expect(await refundedAtStripe([...charges, stolen])).toEqual([0, 4_000]);
  });

  it("stays while the payment is disputed, and a developer who owes for it gets nothing back", async () => {
    const { person, charges } = await payer(2_000, 3_000);
    await standIn.control("disputes/open", { charge: charges[1] ?? "" });
    await app.settle();
    expect(await refundable(person)).toMatchObject({ walletBalance: 20, refundable: 20 });
    const json = campaignInput(app, { budget: 15 });
    await call("POST", "/api/campaigns", { token: person.token, json });
    await standIn.control("disputes/open", { charge: charges[0] ?? "" });
    await app.settle();
    await pay(person, 1_000);
    const refused = await giveBack(person, 500);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      expect.stringContaining("You owe $15.00"),
    ]);
  });

  it("stays in the wallet if a bank account was debited more than 180 days ago", async () => {
    const { person } = await payer(2_000);
    await owner`
      update deposits set completed_at = completed_at - interval '181 days'
      where user_id = ${person.id}`;
    expect((await refundable(person)).refundable).toBe(20);
    await owner`
      update deposits set card_fingerprint = null, card_brand = null, card_last4 = null
      where user_id = ${person.id}`;
    expect((await refundable(person)).refundable).toBe(0);
    const refused = await giveBack(person, 100);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      expect.stringContaining("180 days"),
    ]);
  });
});

describe("a refund at Stripe", () => {
  it("made in the dashboard and one of ours are both counted once", async () => {
    const { person, charges } = await payer(5_000);
    await standIn.control("webhooks/behave", { mode: "send", duplicate: 1, seed: 3 });
    await giveBack(person, 1_000);
    await standIn.control("refunds/create", { charge: charges[0] ?? "", amountCents: 700 });
    await app.settle();
    await standIn.control("webhooks/behave", { mode: "send" });
    expect(await readCents(app, person)).toMatchObject({ wallet: 3_300 });
    expect((await refundable(person)).refundable).toBe(33);
    expect(await refundedAtStripe(charges)).toEqual([1_700]);
  });

  it("that fails days later puts the money back once", async () => {
    const { person, charges } = await payer(2_000);
    await giveBack(person, 2_000);
    await app.settle();
    const [row] = await owner<{ refund: string }[]>`
      select stripe_refund_id as refund from refunds where user_id = ${person.id}`;
    await standIn.control("webhooks/behave", { mode: "send", duplicate: 1, seed: 5 });
    await standIn.control("refunds/fail", { refund: row?.refund ?? "" });
    await app.settle();
    await standIn.control("webhooks/behave", { mode: "send" });
    expect(await readCents(app, person)).toMatchObject({ wallet: 2_000 });
    expect((await refundLines(person))[0]).toMatchObject({
      status: "failed",
      description: "This card has expired or was cancelled. The money is back in your wallet.",
    });
    expect(await refundedAtStripe(charges)).toEqual([0]);
  });

  it("that Stripe refuses puts the money back", async () => {
    const { person, charges } = await payer(2_000);
    await standIn.control("webhooks/behave", { mode: "hold" });
    await standIn.control("refunds/create", { charge: charges[0] ?? "" });
    await giveBack(person, 2_000);
    await app.work();
    expect(await readCents(app, person)).toMatchObject({ wallet: 2_000 });
    await standIn.control("webhooks/behave", { mode: "send" });
    await standIn.control("webhooks/flush", { order: "shuffled", seed: 1 });
    await app.settle();
    expect(await readCents(app, person)).toMatchObject({ wallet: 0 });
  });

  it("whose answer is lost is made once", async () => {
    const { person, charges } = await payer(2_000);
    await standIn.control("webhooks/behave", { mode: "hold" });
    await standIn.control("faults/add", {
      call: "POST /v1/refunds",
      effect: "done",
      shows: { kind: "hang" },
    });
    await giveBack(person, 2_000);
    expect(await app.work(app.impatient)).toHaveLength(1);
    await standIn.control("faults/clear");
    expect(await readCents(app, person)).toMatchObject({ wallet: 0 });
    // Stripe forgets idempotency keys after a day.
    await standIn.control("clock/advance", { seconds: (2 * DAY_MS) / 1_000 });
    clock.at = new Date(clock.at.getTime() + 2 * DAY_MS);
    await sweepPayments(app.ctx);
    await app.work();
    await standIn.control("webhooks/behave", { mode: "send" });
    await standIn.control("webhooks/flush", { order: "shuffled", seed: 1 });
    await app.settle();
    expect(await refundedAtStripe(charges)).toEqual([2_000]);
    expect((await refundLines(person))[0]).toMatchObject({ status: "completed" });
  });
});

describe("the owner", () => {
  const cancel = ({ token }: Person, id: string) =>
    call("POST", `/api/stripe/refunds/${id}/cancel`, { token });

  it("cancels a refund that is not being sent, held or not, and gets the money back once", async () => {
    const { person, charges } = await payer(2_000);
    const stranger = await addPerson(app);
    const [made] = (await giveBack(person, 500)).json.transactions;
    expect(made.cancellable).toBe(true);
    const id = made._id.replace("refund:", "");
    expect((await cancel(stranger, id)).status).toBe(404);
    expect((await cancel(person, "nonsense")).status).toBe(404);
    expect((await call("POST", `/api/stripe/refunds/${id}/cancel`)).status).toBe(401);
    await hold(id);
    const answers = await Promise.all([1, 2, 3].map(() => cancel(person, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await app.settle();
    expect(await refundedAtStripe(charges)).toEqual([0]);
    expect(await readCents(app, person)).toMatchObject({ wallet: 2_000 });
    expect(await refundLines(person)).toMatchObject([
      { status: "failed", description: "You cancelled this refund.", cancellable: false },
    ]);
  });

  it("cannot cancel once Stripe may have it", async () => {
    const { person, charges } = await payer(2_000);
    const [made] = (await giveBack(person, 500)).json.transactions;
    const id = made._id.replace("refund:", "");
    await standIn.control("faults/add", {
      call: "POST /v1/refunds",
      effect: "done",
      shows: { kind: "hang" },
    });
    await app.work(app.impatient);
    await standIn.control("faults/clear");
    expect((await refundLines(person))[0]).toMatchObject({ cancellable: false });
    expect((await cancel(person, id)).status).toBe(409);
    clock.at = new Date(clock.at.getTime() + HOUR_MS);
    await sweepPayments(app.ctx);
    await app.settle();
    expect(await refundedAtStripe(charges)).toEqual([500]);
    expect((await cancel(person, id)).status).toBe(409);
    expect(await readCents(app, person)).toMatchObject({ wallet: 1_500 });
  });
});

describe("an operator", () => {
  it("retries a refund that waits for the balance, once it is not held or being sent", async () => {
    const { person, charges } = await payer(2_000);
    const [made] = (await giveBack(person, 500)).json.transactions;
    const id = made._id.replace("refund:", "");
    await standIn.control("faults/add", {
      call: "POST /v1/refunds",
      effect: "none",
      shows: { kind: "error", status: 400, code: "balance_insufficient" },
    });
    await app.work();
    await standIn.control("faults/clear");
    await app.settle();
    expect(await refundedAtStripe(charges)).toEqual([0]);
    await hold(id);
    await expect(retry(id)).rejects.toThrow("release it first");
    await owner`update refunds set held_at = null, hold_reason = null where id = ${id}`;
    await owner`update refunds set retry_at = ${new Date(clock.at.getTime() + 60_000)} where id = ${id}`;
    await expect(retry(id)).rejects.toThrow("being tried");
    await owner`update refunds set retry_at = ${new Date(clock.at.getTime() + HOUR_MS)} where id = ${id}`;
    expect(await retry(id)).toMatchObject({ applied: true });
    await app.settle();
    expect(await refundedAtStripe(charges)).toEqual([500]);
    await expect(retry(id)).rejects.toThrow("Stripe has accepted");
  });

  it("holds, releases and cancels refunds that are not sent; the fourth request waits", async () => {
    const { person, charges } = await payer(4_000);
    for (const cents of [100, 200, 300, 400])
      expect((await giveBack(person, cents)).status).toBe(200);
    const rows = await owner<{ id: string; held: boolean }[]>`
      select id, held_at is not null as held from refunds
      where user_id = ${person.id} order by amount_micros`;
    expect(rows.map(({ held }) => held)).toEqual([false, false, false, true]);
    const [first = "", second = "", , fourth = ""] = rows.map(({ id }) => id);
    await hold(first);
    await stop(second);
    await app.settle();
    expect(await refundedAtStripe(charges)).toEqual([300]);
    expect(await readCents(app, person)).toMatchObject({ wallet: 3_200 });
    await expect(stop(second)).rejects.toThrow("was sent");
    for (const id of [first, fourth]) await release(id);
    await app.settle();
    expect(await refundedAtStripe(charges)).toEqual([800]);
  });
});
