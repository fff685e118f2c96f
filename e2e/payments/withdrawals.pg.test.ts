import { type Person, register } from "@fairclick/api/testing/people";
import { makeTransfer } from "@fairclick/services/withdrawals/make-transfer";
import { findWithdrawal } from "@fairclick/sql/withdrawals";
import { afterEach, describe, expect, it } from "vitest";
import { centsOf, earn, expectProvenBooks, onboard, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { call, owner, standIn } = app;

afterEach(() => expectProvenBooks(app));

async function creatorWith(cents: number): Promise<Person> {
  const person = await register(app, "creator");
  await onboard(app, person);
  await earn(app, person, cents);
  return person;
}

async function rowOf({ id }: Person) {
  const [row] = await owner`
    select status, attempt, transfer_id as transfer, payout_id as payout, failure_reason as reason
    from withdrawals where user_id = ${id} order by requested_at desc, id desc limit 1`;
  return row;
}

async function cancelLast({ id, token }: Person) {
  const [row] = await owner`
    select id from withdrawals where user_id = ${id} order by requested_at desc, id desc limit 1`;
  return call("POST", `/api/stripe/withdrawals/${row?.id}/cancel`, { token });
}

async function listTransfers() {
  const transfers = await app.deps.stripe?.transfers.list({ limit: 100 });
  return transfers?.data ?? [];
}

async function transfersOf({ id }: Person) {
  const rows = await owner<{ id: string }[]>`select id from withdrawals where user_id = ${id}`;
  const own = new Set(rows.map((row) => row.id));
  return (await listTransfers()).filter((transfer) =>
    own.has(transfer.metadata.withdrawal_id ?? ""),
  );
}

describe("a withdrawal", () => {
  it("is taken from the earnings at once, transferred and paid out by the job", async () => {
    const creator = await creatorWith(5_000);
    const answer = await withdraw(app, creator, 2_000);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({
      message: "Withdrawal request submitted successfully!",
      transaction: { type: "withdrawal", amount: -20, status: "pending" },
    });
    expect(await centsOf(app, creator)).toEqual({ wallet: 0, earnings: 3_000, inTransit: 2_000 });
    await app.settle();
    expect(await centsOf(app, creator)).toEqual({ wallet: 0, earnings: 3_000, inTransit: 0 });
    const row = await rowOf(creator);
    expect(row).toMatchObject({ status: "completed" });
    expect(row?.transfer).toMatch(/^tr_/);
    expect(row?.payout).toMatch(/^po_/);
  });

  it("of everything leaves nothing, and another one may follow", async () => {
    const creator = await creatorWith(5_000);
    for (const cents of [4_999, 1]) {
      expect((await withdraw(app, creator, cents)).status).toBe(200);
      await app.settle();
    }
    expect(await centsOf(app, creator)).toEqual({ wallet: 0, earnings: 0, inTransit: 0 });
    expect((await withdraw(app, creator, 1)).json.error).toBe(
      "Withdrawal amount cannot exceed your balance.",
    );
  });

  it("needs a verified payout account", async () => {
    const creator = await register(app, "creator");
    await earn(app, creator, 1_000);
    const answer = await withdraw(app, creator, 1_000);
    expect(answer.status).toBe(403);
    expect(answer.json.code).toBe("payouts_not_verified");
    expect(await centsOf(app, creator)).toMatchObject({ earnings: 1_000, inTransit: 0 });
  });

  it("is one under way at a time", async () => {
    const creator = await creatorWith(1_000);
    await withdraw(app, creator, 100);
    const second = await withdraw(app, creator, 100);
    expect(second.status).toBe(409);
    expect(second.json.code).toBe("withdrawal_pending");
    await app.settle();
    expect((await withdraw(app, creator, 100)).status).toBe(200);
    await app.settle();
  });

  it("asked for twice with one request id is one", async () => {
    const { token, ...creator } = await creatorWith(1_000);
    const json = { amount: 400, requestId: crypto.randomUUID() };
    const ask = (body: unknown) => call("POST", "/api/stripe/withdraw", { token, json: body });
    const first = await ask(json);
    await app.settle();
    const again = await ask(json);
    expect(again.json.transaction._id).toBe(first.json.transaction._id);
    expect(again.json.transaction.status).toBe("completed");
    expect((await ask({ ...json, amount: 500 })).status).toBe(409);
    expect(await centsOf(app, { token, ...creator })).toMatchObject({ earnings: 600 });
  });

  it("can be cancelled by its owner while nothing has been sent", async () => {
    const creator = await creatorWith(1_000);
    const stranger = await register(app);
    const asked = await withdraw(app, creator, 1_000);
    const id = asked.json.transaction._id.replace("withdrawal:", "");
    const cancel = (person: Person) =>
      call("POST", `/api/stripe/withdrawals/${id}/cancel`, { token: person.token });
    expect((await cancel(stranger)).status).toBe(404);
    expect((await cancel(creator)).json.transaction).toMatchObject({
      status: "failed",
      description: "You cancelled this withdrawal.",
    });
    expect((await cancel(creator)).status).toBe(409);
    await app.settle();
    expect(await transfersOf(creator)).toEqual([]);
    expect(await centsOf(app, creator)).toMatchObject({ earnings: 1_000, inTransit: 0 });
    await withdraw(app, creator, 1_000);
    await app.settle();
    const sent = await owner<{ id: string }[]>`
      select id from withdrawals where user_id = ${creator.id} and status = 'completed'`;
    const late = `/api/stripe/withdrawals/${sent[0]?.id}/cancel`;
    expect((await call("POST", late, { token: creator.token })).status).toBe(409);
  });
});

describe("bugs that others had", () => {
  it("withdraw: check then debit. Of fifty at once for everything one succeeds", async () => {
    const creator = await creatorWith(5_000);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => withdraw(app, creator, 5_000)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(49);
    await Promise.all([app.work(), app.work(), app.work()]);
    await app.settle();
    expect(await centsOf(app, creator)).toEqual({ wallet: 0, earnings: 0, inTransit: 0 });
    expect(await transfersOf(creator)).toHaveLength(1);
  });

  it.each([
    ["a time-out", { kind: "hang" }],
    ["a 500", { kind: "error", status: 500 }],
    ["a 409", { kind: "error", status: 409 }],
  ] as const)(
    "payout twice: an ambiguous failure (%s) is not taken for a failure",
    async (_name, shows) => {
      const creator = await creatorWith(3_000);
      await withdraw(app, creator, 3_000);
      await standIn.control("webhooks/behave", { lose: 1 });
      await standIn.control("faults/add", { call: "POST /v1/transfers", effect: "done", shows });
      expect(await app.work(app.impatient)).toHaveLength(1);
      expect(await rowOf(creator)).toMatchObject({ status: "pending", attempt: 1 });
      expect(await centsOf(app, creator)).toMatchObject({ earnings: 0, inTransit: 3_000 });
      expect((await cancelLast(creator)).status).toBe(409);
      expect(await app.work()).toEqual([]);
      expect(await rowOf(creator)).toMatchObject({ status: "completed", attempt: 1 });
      expect(await transfersOf(creator)).toHaveLength(1);
      await standIn.control("webhooks/behave", { lose: 0 });
    },
  );

  it("retry after a closed connection does not double", async () => {
    const creator = await creatorWith(3_000);
    const shows = { kind: "reset" } as const;
    await standIn.control("faults/add", { call: "POST /v1/transfers", effect: "done", shows });
    await withdraw(app, creator, 3_000);
    await app.settle();
    expect(await rowOf(creator)).toMatchObject({ status: "completed", attempt: 1 });
    expect(await transfersOf(creator)).toHaveLength(1);
  });

  it("payout twice: the key is pruned after a day, the transfer is found", async () => {
    const creator = await creatorWith(3_000);
    await withdraw(app, creator, 3_000);
    await standIn.control("webhooks/behave", { lose: 1 });
    const shows = { kind: "error", status: 500 } as const;
    await standIn.control("faults/add", { call: "POST /v1/transfers", effect: "done", shows });
    expect(await app.work(app.impatient)).toHaveLength(1);
    await standIn.control("clock/advance", { seconds: 2 * 86_400 });
    expect(await app.work()).toEqual([]);
    expect(await transfersOf(creator)).toHaveLength(1);
    expect(await rowOf(creator)).toMatchObject({ status: "completed" });
    await standIn.control("webhooks/behave", { lose: 0 });
  });

  it("poisoned key: after a definite refusal the next try has another key", async () => {
    const creator = await creatorWith(3_000);
    await standIn.control("faults/add", {
      call: "POST /v1/transfers",
      shows: { kind: "error", status: 400, code: "balance_insufficient", stored: true },
    });
    await withdraw(app, creator, 3_000);
    await app.work();
    expect(await rowOf(creator)).toMatchObject({ status: "pending", attempt: 2 });
    app.clock.at = new Date(app.clock.at.getTime() + 120_000);
    await app.settle();
    expect(await rowOf(creator)).toMatchObject({ status: "completed" });
  });

  it("transfer refused, balance still pending: it waits, and can be cancelled meanwhile", async () => {
    const [waiting, impatient] = [await creatorWith(100), await creatorWith(100)];
    await standIn.control("faults/add", {
      call: "POST /v1/transfers",
      times: 2,
      shows: { kind: "error", status: 400, code: "balance_insufficient" },
    });
    const asked = await withdraw(app, impatient, 100);
    await withdraw(app, waiting, 100);
    await app.work();
    await app.work();
    expect(await rowOf(waiting)).toMatchObject({ status: "pending", attempt: 2 });
    const id = asked.json.transaction._id.replace("withdrawal:", "");
    const cancelled = await call("POST", `/api/stripe/withdrawals/${id}/cancel`, {
      token: impatient.token,
    });
    expect(cancelled.status).toBe(200);
    expect(await centsOf(app, impatient)).toMatchObject({ earnings: 100, inTransit: 0 });
    app.clock.at = new Date(app.clock.at.getTime() + 120_000);
    await app.settle();
    expect(await rowOf(waiting)).toMatchObject({ status: "completed" });
    expect(await transfersOf(impatient)).toEqual([]);
  });

  it("a refused transfer puts the money back once, with a reason that people understand", async () => {
    const creator = await creatorWith(3_000);
    await standIn.control("webhooks/behave", { lose: 1 });
    const [row] = await owner<{ account: string }[]>`
      select stripe_account_id as account from users where id = ${creator.id}`;
    await standIn.control("accounts/restrict", { account: row?.account ?? "" });
    await standIn.control("webhooks/behave", { lose: 0 });
    await withdraw(app, creator, 3_000);
    await Promise.all([app.work(), app.work(), app.work()]);
    await app.settle();
    expect(await rowOf(creator)).toMatchObject({
      status: "failed",
      reason:
        "Your payout account cannot receive money at the moment. Please complete what Stripe asks for. The money is back in your earnings.",
    });
    expect(await centsOf(app, creator)).toEqual({ wallet: 0, earnings: 3_000, inTransit: 0 });
    expect(await transfersOf(creator)).toEqual([]);
  });

  it("payout twice: two calls under one key are one transfer", async () => {
    const creator = await creatorWith(3_000);
    await withdraw(app, creator, 3_000);
    const [row] = await owner<{ id: string }[]>`
      select id from withdrawals where user_id = ${creator.id}`;
    const withdrawal = await findWithdrawal(app.db.sql, row?.id ?? "");
    if (!withdrawal) throw new Error("No withdrawal");
    const [first, second] = await Promise.all([
      makeTransfer(app.ctx, withdrawal),
      makeTransfer(app.ctx, withdrawal),
    ]);
    expect(second.id).toBe(first.id);
    await app.settle();
    expect(await transfersOf(creator)).toHaveLength(1);
  });

  it("payout twice: two runs at once make one transfer and one payout", async () => {
    const creator = await creatorWith(3_000);
    await standIn.control("faults/add", {
      call: "POST /v1/transfers",
      shows: { kind: "delay", ms: 150 },
    });
    await withdraw(app, creator, 3_000);
    await Promise.all(Array.from({ length: 6 }, () => app.work()));
    await app.settle();
    expect(await transfersOf(creator)).toHaveLength(1);
    expect(await rowOf(creator)).toMatchObject({ status: "completed" });
  });
});
