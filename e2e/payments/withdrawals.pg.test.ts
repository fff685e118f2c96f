import { type Person, register } from "@fairclick/api/testing/people";
import { afterEach, describe, expect, it } from "vitest";
import { createCreator, lastWithdrawal, listTransfers } from "./creators";
import { earn, expectProvenBooks, readCents, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { call, owner } = app;

afterEach(() => expectProvenBooks(app));

describe("a withdrawal", () => {
  it("is debited from the earnings at once, then transferred and paid out by the job", async () => {
    const creator = await createCreator(app, 5_000);
    const answer = await withdraw(app, creator, 2_000);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({
      message: "Withdrawal request submitted successfully!",
      transaction: { type: "withdrawal", amount: -20, status: "pending" },
    });
    expect(await readCents(app, creator)).toEqual({ wallet: 0, earnings: 3_000, inTransit: 2_000 });
    await app.settle();
    expect(await readCents(app, creator)).toEqual({ wallet: 0, earnings: 3_000, inTransit: 0 });
    const row = await lastWithdrawal(app, creator);
    expect(row).toMatchObject({ status: "completed" });
    expect(row?.transfer).toMatch(/^tr_/);
    expect(row?.payout).toMatch(/^po_/);
  });

  it("is at least what the installation says, which is told before", async () => {
    const strict = await createStripeApp({ minWithdrawalDollars: 20 });
    const creator = await createCreator(strict, 5_000);
    const terms = await strict.call("GET", "/api/stripe/payout-terms", creator);
    expect(terms.json).toMatchObject({ minimum: 20 });
    const small = await withdraw(strict, creator, 1_999);
    expect([small.status, small.json.error]).toEqual([
      422,
      "The smallest withdrawal to United States is $20.00.",
    ]);
    expect((await withdraw(strict, creator, 2_000)).status).toBe(200);
    const { json } = await strict.call("GET", "/api/policy");
    expect(json.data.money.withdrawal[1]).toContain(": $20.00 in the United States, ");
  });

  it("of everything leaves nothing, and another one can follow", async () => {
    const creator = await createCreator(app, 5_000);
    for (const cents of [4_999, 1]) {
      expect((await withdraw(app, creator, cents)).status).toBe(200);
      await app.settle();
    }
    expect(await readCents(app, creator)).toEqual({ wallet: 0, earnings: 0, inTransit: 0 });
    expect((await withdraw(app, creator, 1)).json.error).toBe(
      "Withdrawal amount cannot exceed your balance.",
    );
  });

  it("requires a verified payout account", async () => {
    const creator = await register(app, "creator");
    await earn(app, creator, 1_000);
    const answer = await withdraw(app, creator, 1_000);
    expect(answer.status).toBe(403);
    expect(answer.json.code).toBe("payouts_not_verified");
    expect(await readCents(app, creator)).toMatchObject({ earnings: 1_000, inTransit: 0 });
  });

  it("is limited to one in progress at a time", async () => {
    const creator = await createCreator(app, 1_000);
    await withdraw(app, creator, 100);
    const second = await withdraw(app, creator, 100);
    expect(second.status).toBe(409);
    expect(second.json.code).toBe("withdrawal_pending");
    await app.settle();
    expect((await withdraw(app, creator, 100)).status).toBe(200);
    await app.settle();
  });

  it("that is requested twice with one request id is made once", async () => {
    const { token, ...creator } = await createCreator(app, 1_000);
    const json = { amount: 400, requestId: crypto.randomUUID() };
    const request = (body: unknown) => call("POST", "/api/stripe/withdraw", { token, json: body });
    const first = await request(json);
    await app.settle();
    const again = await request(json);
    expect(again.json.transaction._id).toBe(first.json.transaction._id);
    expect(again.json.transaction.status).toBe("completed");
    expect((await request({ ...json, amount: 500 })).status).toBe(409);
    expect(await readCents(app, { token, ...creator })).toMatchObject({ earnings: 600 });
  });

  it("can be cancelled by its owner until it is sent", async () => {
    const creator = await createCreator(app, 1_000);
    const stranger = await register(app);
    const requested = await withdraw(app, creator, 1_000);
    const id = requested.json.transaction._id.replace("withdrawal:", "");
    const cancel = (person: Person) =>
      call("POST", `/api/stripe/withdrawals/${id}/cancel`, { token: person.token });
    expect((await cancel(stranger)).status).toBe(404);
    expect((await cancel(creator)).json.transaction).toMatchObject({
      status: "failed",
      description: "You cancelled this withdrawal.",
    });
    expect((await cancel(creator)).status).toBe(409);
    await app.settle();
    expect(await listTransfers(app, creator)).toEqual([]);
    expect(await readCents(app, creator)).toMatchObject({ earnings: 1_000, inTransit: 0 });
    await withdraw(app, creator, 1_000);
    await app.settle();
    const sent = await owner<{ id: string }[]>`
      select id from withdrawals where user_id = ${creator.id} and status = 'completed'`;
    const late = `/api/stripe/withdrawals/${sent[0]?.id}/cancel`;
    expect((await call("POST", late, { token: creator.token })).status).toBe(409);
  });
});
