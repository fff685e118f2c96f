import { makeTransfer } from "@fairclick/services/money/send-withdrawal";
import { findOutflow } from "@fairclick/sql/money/outflows";
import { afterEach, describe, expect, it } from "vitest";
import { cancelLast, createCreator, lastWithdrawal, listTransfers } from "./creators";
import { expectProvenBooks, readCents, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { call, owner, standIn } = app;

afterEach(() => expectProvenBooks(app));

describe("withdrawals that are sent once", () => {
  it("of fifty concurrent withdrawals of everything one succeeds", async () => {
    const creator = await createCreator(app, 5_000);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => withdraw(app, creator, 5_000)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(49);
    await Promise.all([app.work(), app.work(), app.work()]);
    await app.settle();
    expect(await readCents(app, creator)).toEqual({ wallet: 0, earnings: 0, inTransit: 0 });
    expect(await listTransfers(app, creator)).toHaveLength(1);
  });

  it.each([
    ["a time-out", { kind: "hang" }],
    ["a 500", { kind: "error", status: 500 }],
    ["a 409", { kind: "error", status: 409 }],
  ] as const)("an ambiguous failure (%s) is not treated as a failure", async (_name, shows) => {
    const creator = await createCreator(app, 3_000);
    await withdraw(app, creator, 3_000);
    await standIn.control("webhooks/behave", { lose: 1 });
    await standIn.control("faults/add", { call: "POST /v1/transfers", effect: "done", shows });
    expect(await app.work(app.impatient)).toHaveLength(1);
    expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "pending", attempt: 1 });
    expect(await readCents(app, creator)).toMatchObject({ earnings: 0, inTransit: 3_000 });
    expect((await cancelLast(app, creator)).status).toBe(409);
    expect(await app.work()).toEqual([]);
    expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "completed", attempt: 1 });
    expect(await listTransfers(app, creator)).toHaveLength(1);
    await standIn.control("webhooks/behave", { lose: 0 });
  });

  it("a retry after a closed connection sends once", async () => {
    const creator = await createCreator(app, 3_000);
    const shows = { kind: "reset" } as const;
    await standIn.control("faults/add", { call: "POST /v1/transfers", effect: "done", shows });
    await withdraw(app, creator, 3_000);
    await app.settle();
    expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "completed", attempt: 1 });
    expect(await listTransfers(app, creator)).toHaveLength(1);
  });

  it("the transfer is found after its idempotency key has expired", async () => {
    const creator = await createCreator(app, 3_000);
    await withdraw(app, creator, 3_000);
    await standIn.control("webhooks/behave", { lose: 1 });
    const shows = { kind: "error", status: 500 } as const;
    await standIn.control("faults/add", { call: "POST /v1/transfers", effect: "done", shows });
    expect(await app.work(app.impatient)).toHaveLength(1);
    await standIn.control("clock/advance", { seconds: 2 * 86_400 });
    expect(await app.work()).toEqual([]);
    expect(await listTransfers(app, creator)).toHaveLength(1);
    expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "completed" });
    await standIn.control("webhooks/behave", { lose: 0 });
  });

  it("the attempt after a definite rejection uses another key", async () => {
    const creator = await createCreator(app, 3_000);
    await standIn.control("faults/add", {
      call: "POST /v1/transfers",
      shows: { kind: "error", status: 400, code: "balance_insufficient", stored: true },
    });
    await withdraw(app, creator, 3_000);
    await app.work();
    expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "pending", attempt: 2 });
    app.clock.at = new Date(app.clock.at.getTime() + 120_000);
    await app.settle();
    expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "completed" });
  });

  it("a transfer waits while the balance is pending, and can be cancelled meanwhile", async () => {
    const [waiting, impatient] = [await createCreator(app, 100), await createCreator(app, 100)];
    await standIn.control("faults/add", {
      call: "POST /v1/transfers",
      times: 2,
      shows: { kind: "error", status: 400, code: "balance_insufficient" },
    });
    const requested = await withdraw(app, impatient, 100);
    await withdraw(app, waiting, 100);
    await app.work();
    await app.work();
    expect(await lastWithdrawal(app, waiting)).toMatchObject({ status: "pending", attempt: 2 });
    const id = requested.json.transaction._id.replace("withdrawal:", "");
    const cancelled = await call("POST", `/api/stripe/withdrawals/${id}/cancel`, {
      token: impatient.token,
    });
    expect(cancelled.status).toBe(200);
    expect(await readCents(app, impatient)).toMatchObject({ earnings: 100, inTransit: 0 });
    app.clock.at = new Date(app.clock.at.getTime() + 120_000);
    await app.settle();
    expect(await lastWithdrawal(app, waiting)).toMatchObject({ status: "completed" });
    expect(await listTransfers(app, impatient)).toEqual([]);
  });

  it("a rejected transfer returns the money once, with a reason that people understand", async () => {
    const creator = await createCreator(app, 3_000);
    await standIn.control("webhooks/behave", { lose: 1 });
    const [row] = await owner<{ account: string }[]>`
      select stripe_account_id as account from users where id = ${creator.id}`;
    await standIn.control("accounts/restrict", { account: row?.account ?? "" });
    await standIn.control("webhooks/behave", { lose: 0 });
    await withdraw(app, creator, 3_000);
    await Promise.all([app.work(), app.work(), app.work()]);
    await app.settle();
    expect(await lastWithdrawal(app, creator)).toMatchObject({
      status: "failed",
      reason:
        "Your payout account cannot receive money at the moment. Please complete what Stripe asks for. The money is back in your earnings.",
    });
    expect(await readCents(app, creator)).toEqual({ wallet: 0, earnings: 3_000, inTransit: 0 });
    expect(await listTransfers(app, creator)).toEqual([]);
  });

  it("two calls with one key create one transfer", async () => {
    const creator = await createCreator(app, 3_000);
    await withdraw(app, creator, 3_000);
    const [row] = await owner<{ id: string }[]>`
      select id from withdrawals where user_id = ${creator.id}`;
    const withdrawal = await findOutflow(app.db.sql, "withdrawal", row?.id ?? "");
    if (!withdrawal) throw new Error("No withdrawal");
    const [first, second] = await Promise.all([
      makeTransfer(app.ctx, withdrawal),
      makeTransfer(app.ctx, withdrawal),
    ]);
    expect(second.id).toBe(first.id);
    await app.settle();
    expect(await listTransfers(app, creator)).toHaveLength(1);
  });

  it("two concurrent runs create one transfer and one payout", async () => {
    const creator = await createCreator(app, 3_000);
    await standIn.control("faults/add", {
      call: "POST /v1/transfers",
      shows: { kind: "delay", ms: 150 },
    });
    await withdraw(app, creator, 3_000);
    await Promise.all(Array.from({ length: 6 }, () => app.work()));
    await app.settle();
    expect(await listTransfers(app, creator)).toHaveLength(1);
    expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "completed" });
  });
});
