import type { Person } from "@fairclick/api/testing/people";
import { sweepPayments } from "@fairclick/services/money/stripe-events";
import { afterEach, expect, it } from "vitest";
import { cancelLast, createCreator, lastWithdrawal, listTransfers } from "./creators";
import { expectProvenBooks, readCents, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const scopes = ["withdrawals:read", "withdrawals:write", "users:write"];
const { token } = await app.addOperator("Ann", scopes);

afterEach(() => expectProvenBooks(app));

const json = { reason: "a look at it first" };
async function act(person: Person, verb: "hold" | "release" | "retry" | "cancel") {
  const last = await lastWithdrawal(app, person);
  return app.call("POST", `/api/admin/withdrawals/${last?.id}/${verb}`, { token, json });
}
const actOnUser = (person: Person, verb: "suspend" | "restore") =>
  app.call("POST", `/api/admin/users/${person.id}/${verb}`, { token, json });

async function listed(state: string): Promise<string[]> {
  const { json: page } = await app.call("GET", `/api/admin/withdrawals?state=${state}`, { token });
  return page.data.map(({ username }: { username: string }) => username);
}

it("does not send a held withdrawal until it is released", async () => {
  const creator = await createCreator(app, 1_000);
  await withdraw(app, creator, 400);
  const held = await act(creator, "hold");
  expect(held.json.data).toMatchObject({
    action: "withdrawal.hold",
    before: { username: creator.username, amountMicros: "4000000", held: false },
    after: { held: true, holdReason: "a look at it first" },
  });
  await app.work();
  expect(await listTransfers(app, creator)).toEqual([]);
  expect(await readCents(app, creator)).toMatchObject({ earnings: 600, inTransit: 400 });
  expect(await listed("held")).toEqual([creator.username]);
  expect((await act(creator, "hold")).status).toBe(409);
  expect((await act(creator, "retry")).json.message).toContain("release it first");

  expect((await act(creator, "release")).status).toBe(200);
  await app.settle();
  expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "completed" });
  expect(await listed("held")).toEqual([]);
  const late = await act(creator, "hold");
  expect([late.status, late.json.message]).toEqual([
    409,
    "This withdrawal was sent: it can no longer be held.",
  ]);
});

it("holds a large amount automatically, and says so", async () => {
  const reviewed = await createStripeApp({ withdrawalReviewDollars: 5 });
  const creator = await createCreator(reviewed, 1_000);
  const small = await withdraw(reviewed, creator, 499);
  expect(small.json.transaction.description).toBe("On its way to your bank");
  await reviewed.settle();
  expect(await lastWithdrawal(reviewed, creator)).toMatchObject({ status: "completed" });
  const large = await withdraw(reviewed, creator, 500);
  expect(large.json.transaction.description).toMatch(
    /^Fairclick looks at it before it is sent, by \w+ \d+, \d\d:\d\d UTC: it is a large amount$/,
  );
  await reviewed.work();
  expect(await listTransfers(reviewed, creator)).toHaveLength(1);
  const [row] = await reviewed.owner`
    select hold_reason from withdrawals where user_id = ${creator.id} and status = 'pending'`;
  expect(row).toEqual({ holdReason: "It is $5 or more." });
  await expectProvenBooks(reviewed);
});

it("lets an operator refuse a withdrawal that was not sent, and says at a release what is owed", async () => {
  const creator = await createCreator(app, 500);
  await withdraw(app, creator, 500);
  await act(creator, "hold");
  const released = await act(creator, "release");
  expect(released.json.data.after).toMatchObject({ owesForClicks: "0", owesForDeposits: "0" });
  const refused = await act(creator, "cancel");
  expect(refused.json.data).toMatchObject({
    action: "withdrawal.cancel",
    before: { status: "pending" },
    after: { status: "failed", owesForClicks: "0" },
  });
  await app.work();
  expect(await listTransfers(app, creator)).toEqual([]);
  expect(await readCents(app, creator)).toMatchObject({ earnings: 500, inTransit: 0 });
  expect((await act(creator, "cancel")).status).toBe(409);
});

it("lets the owner cancel a held withdrawal", async () => {
  const creator = await createCreator(app, 500);
  await withdraw(app, creator, 500);
  await act(creator, "hold");
  expect((await cancelLast(app, creator)).status).toBe(200);
  expect(await readCents(app, creator)).toMatchObject({ earnings: 500, inTransit: 0 });
});

it("sends nothing to a suspended user, keeps the money, and continues once they are restored", async () => {
  const creator = await createCreator(app, 700);
  await withdraw(app, creator, 700);
  await actOnUser(creator, "suspend");
  await app.work();
  expect(await listTransfers(app, creator)).toEqual([]);
  expect(await readCents(app, creator)).toMatchObject({ earnings: 0, inTransit: 700 });
  expect((await cancelLast(app, creator)).json.code).toBe("account_suspended");

  await actOnUser(creator, "restore");
  await app.settle();
  expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "completed" });
});

it("finds what was sent before the suspension, and pays it out only after it", async () => {
  const creator = await createCreator(app, 300);
  await withdraw(app, creator, 300);
  await app.standIn.control("faults/add", {
    call: "POST /v1/transfers",
    effect: "done",
    shows: { kind: "hang" },
  });
  await app.work(app.impatient);
  expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "pending" });
  await actOnUser(creator, "suspend");
  await app.work();
  expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "completed", payout: null });
  await actOnUser(creator, "restore");
  await app.settle();
  expect((await lastWithdrawal(app, creator))?.payout).toMatch(/^po_/);
  expect(await listTransfers(app, creator)).toHaveLength(1);
});

it("retries at once what waits for its next attempt, and leaves an attempt in progress alone", async () => {
  const creator = await createCreator(app, 900);
  await withdraw(app, creator, 900);
  const waitUntil = async (ms: number) => {
    const at = new Date(app.clock.at.getTime() + ms);
    await app.owner`update withdrawals set retry_at = ${at} where user_id = ${creator.id}`;
  };
  await waitUntil(120_000);
  expect((await act(creator, "retry")).status).toBe(409);
  await waitUntil(3_600_000);
  await app.work();
  expect(await listTransfers(app, creator)).toEqual([]);
  expect((await act(creator, "retry")).json.data.after).toMatchObject({ retryAt: null });
  await app.settle();
  expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "completed" });
  expect((await act(creator, "retry")).json.message).toContain("on its way to the bank");
});

it("held withdrawals do not keep the sweep from the others", async () => {
  const [held, other] = [await createCreator(app, 100), await createCreator(app, 100)];
  await withdraw(app, held, 100);
  await act(held, "hold");
  await withdraw(app, other, 100);
  const sent: unknown[] = [];
  const queue = { send: async (_: unknown, payload: unknown) => void sent.push(payload) };
  app.clock.at = new Date(app.clock.at.getTime() + 120_000);
  await sweepPayments({ ...app.ctx, queue });
  const last = await lastWithdrawal(app, other);
  expect(sent).toContainEqual({ withdrawalId: last?.id });
  expect(sent).not.toContainEqual({ withdrawalId: (await lastWithdrawal(app, held))?.id });
  await act(held, "release");
  await app.settle();
});
