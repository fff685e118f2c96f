import { type Person, register } from "@fairclick/api/testing/people";
import { requestPayoutsJob } from "@fairclick/worker/money/request-payouts";
import { describe, expect, it } from "vitest";
import { createCreator } from "./creators";
import { earn, expectProvenBooks, readCents } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp({ depositHoldHours: 24 });
const { call, clock, db, owner } = app;
const HOUR_MS = 3_600_000;
const wait = (hours: number) => {
  clock.at = new Date(clock.at.getTime() + hours * HOUR_MS);
};

describe("spending earnings", () => {
  const spend = ({ token }: Person, amount: number, requestId?: string) =>
    call("POST", "/api/wallet/spend-earnings", { token, json: { amount, requestId } });
  const summary = async ({ token }: Person) =>
    (await call("GET", "/api/wallet/summary", { token })).json;

  it("moves only what could be withdrawn, however many ask at once", async () => {
    const creator = await createCreator(app, 3_000);
    const early = await spend(creator, 1);
    expect(early.json.code).toBe("insufficient_funds");
    wait(25);
    expect((await spend(creator, 3_001)).json.code).toBe("insufficient_funds");
    const all = await Promise.all(Array.from({ length: 5 }, () => spend(creator, 2_000)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readCents(app, creator)).toEqual({ wallet: 2_000, earnings: 1_000, inTransit: 0 });
    expect(await summary(creator)).toMatchObject({ totalEarnings: 30, walletBalance: 20 });
    const { json } = await call("GET", "/api/wallet/transactions", { token: creator.token });
    const lines = json.transactions.filter(({ type }: { type: string }) => type === "transfer");
    expect(lines.map(({ amount }: { amount: number }) => amount).sort()).toEqual([-20, 20]);
    await expectProvenBooks(app);
  });

  it("moves a repeated request once, and refuses it with another amount", async () => {
    const creator = await createCreator(app, 1_000);
    wait(25);
    const id = crypto.randomUUID();
    for (let time = 0; time < 3; time += 1)
      expect((await spend(creator, 400, id)).status).toBe(200);
    expect((await spend(creator, 500, id)).status).toBe(409);
    expect(await readCents(app, creator)).toMatchObject({ wallet: 400, earnings: 600 });
  });

  it("keeps the deposit that the money came from: it goes back to nobody's own card", async () => {
    const creator = await createCreator(app, 1_000);
    const lots = () => db.sql<{ kind: string; lot: string; micros: bigint }[]>`
      select a.kind, b.lot_id as lot, b.micros from ledger_accounts a
      join ledger_lot_balances b on b.account_id = a.id
      where a.owner_id = ${creator.id} order by a.kind`;
    const [before] = await lots();
    wait(25);
    await spend(creator, 1_000);
    expect(await lots()).toEqual([{ ...before, kind: "wallet" }]);
    const { json } = await call("GET", "/api/stripe/refundable", { token: creator.token });
    expect(json).toMatchObject({ walletBalance: 10, refundable: 0 });
    const refund = await call("POST", "/api/stripe/refunds", {
      token: creator.token,
      json: { amount: 100 },
    });
    expect(refund.status).toBe(409);
  });

  it("leaves the money of a disputed deposit", async () => {
    const creator = await createCreator(app, 1_000);
    wait(25);
    await owner`
      update ledger_lots set frozen_until = 'infinity' where id in (
        select b.lot_id from ledger_lot_balances b join ledger_accounts a on a.id = b.account_id
        where a.owner_id = ${creator.id})`;
    expect((await spend(creator, 1)).json.code).toBe("insufficient_funds");
  });

  it("requires a session and an account that is not suspended", async () => {
    const creator = await createCreator(app, 1_000);
    wait(25);
    expect((await call("POST", "/api/wallet/spend-earnings", { json: { amount: 1 } })).status).toBe(
      401,
    );
    await owner`update users set suspended_at = now() where id = ${creator.id}`;
    expect((await spend(creator, 1)).status).toBe(403);
  });
});

describe("automatic withdrawals", () => {
  const schedule = ({ token }: Person, json: unknown) =>
    call("PUT", "/api/wallet/payout-schedule", { token, json });
  const run = (deps = app.workerDeps) => requestPayoutsJob.run(deps, {});
  const listWithdrawals = async ({ id }: Person) =>
    owner<{ cents: number; status: string; held: boolean }[]>`
      select (amount_micros / 10000)::int as cents, status, held_at is not null as held
      from withdrawals where user_id = ${id} order by requested_at`;

  async function createDue(cents: number, minimum = 500): Promise<Person> {
    const creator = await createCreator(app, cents);
    expect((await schedule(creator, { every: "week", minimum })).status).toBe(200);
    wait(8 * 24);
    return creator;
  }

  it("are off by default, and follow the own schedule only", async () => {
    const [creator, other] = [await createCreator(app, 1_000), await register(app)];
    const read = async ({ token }: Person) =>
      (await call("GET", "/api/wallet/payout-schedule", { token })).json;
    expect(await read(creator)).toEqual({ schedule: null });
    const set = await schedule(creator, { every: "month", minimum: 2_500 });
    expect(set.json.schedule).toMatchObject({ every: "month", minimum: 25 });
    expect(await read(creator)).toEqual(set.json);
    expect(await read(other)).toEqual({ schedule: null });
    expect((await schedule(creator, { every: "day", minimum: 1 })).status).toBe(422);
    expect((await call("PUT", "/api/wallet/payout-schedule", { json: {} })).status).toBe(401);
    await schedule(creator, { every: null });
    wait(40 * 24);
    await run();
    expect(await listWithdrawals(creator)).toEqual([]);
  });

  it("take all that is free, once, however often and late the job runs", async () => {
    const creator = await createDue(1_234);
    await Promise.all([run(), run(), run()]);
    await run();
    expect(await listWithdrawals(creator)).toMatchObject([{ cents: 1_234 }]);
    await app.settle();
    expect(await readCents(app, creator)).toEqual({ wallet: 0, earnings: 0, inTransit: 0 });
    await earn(app, creator, 600);
    wait(7 * 24);
    await run();
    expect((await listWithdrawals(creator)).map(({ cents }) => cents)).toEqual([1_234, 600]);
    await app.settle();
    await expectProvenBooks(app);
  });

  it("are refused to a minor, also one whose age was corrected after the schedule was set", async () => {
    const creator = await createDue(1_000);
    await owner`update users set birth_month = '2012-01-01' where id = ${creator.id}`;
    await run();
    expect(await listWithdrawals(creator)).toEqual([]);
    const refused = await schedule(creator, { every: "week", minimum: 500 });
    expect([refused.status, refused.json.code]).toEqual([403, "guardian_required"]);
    expect((await schedule(creator, { every: null })).status).toBe(200);
    expect(await readCents(app, creator)).toMatchObject({ earnings: 1_000 });
  });

  it("wait during the cooldown of a recovered account, and follow at its end", async () => {
    const creator = await createDue(1_000);
    const finishedAt = new Date(clock.at.getTime() - HOUR_MS);
    const ago = (hours: number) => new Date(finishedAt.getTime() - hours * HOUR_MS);
    const operators = [crypto.randomUUID(), crypto.randomUUID()] as const;
    for (const id of operators) await owner`insert into operators (id, name) values (${id}, ${id})`;
    await owner`
      insert into recoveries (id, user_id, address, reason, requested_by, requested_at, approved_by,
        approved_at, due_at, finished_at)
      values (${crypto.randomUUID()}, ${creator.id}, 'a@example.com', 'why', ${operators[0]},
        ${ago(80)}, ${operators[1]}, ${ago(72)}, ${finishedAt}, ${finishedAt})`;
    await run();
    const [waiting] = await owner`
      select next_at as at from payout_schedules where user_id = ${creator.id}`;
    expect(waiting?.at).toEqual(new Date(finishedAt.getTime() + 72 * HOUR_MS));
    wait(70);
    await run();
    expect(await listWithdrawals(creator)).toEqual([]);
    wait(1.1);
    await run();
    expect(await listWithdrawals(creator)).toMatchObject([{ cents: 1_000 }]);
  });

  it("request one withdrawal even if the process dies before the commit", async () => {
    const creator = await createDue(900);
    await owner`
      create function die() returns trigger language plpgsql security definer as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`;
    await owner`
      create constraint trigger die after insert on withdrawals deferrable initially deferred
      for each row execute function die()`;
    await run();
    expect(await listWithdrawals(creator)).toEqual([]);
    await owner`drop trigger die on withdrawals`;
    await owner`drop function die`;
    expect(await readCents(app, creator)).toMatchObject({ earnings: 900, inTransit: 0 });
    wait(2);
    await run();
    await run();
    expect(await listWithdrawals(creator)).toMatchObject([{ cents: 900 }]);
    await app.settle();
    await expectProvenBooks(app);
  });

  it("wait below the minimum, while one is open, and without a payout account", async () => {
    const poor = await createDue(499);
    const busy = await createDue(1_000);
    await call("POST", "/api/stripe/withdraw", { token: busy.token, json: { amount: 100 } });
    const homeless = await createDue(1_000);
    await owner`update users set stripe_account_verified = false where id = ${homeless.id}`;
    await run();
    expect(await listWithdrawals(poor)).toEqual([]);
    expect(await listWithdrawals(busy)).toMatchObject([{ cents: 100 }]);
    expect(await listWithdrawals(homeless)).toEqual([]);
    await app.settle();
  });

  it("wait for an operator as every withdrawal does, and for suspended users", async () => {
    const creator = await createDue(1_000);
    const suspended = await createDue(1_000);
    await owner`update users set suspended_at = now() where id = ${suspended.id}`;
    const config = { ...app.workerDeps.config, withdrawalReviewFirst: true };
    await run({ ...app.workerDeps, config });
    expect(await listWithdrawals(creator)).toMatchObject([{ cents: 1_000, held: true }]);
    expect(await listWithdrawals(suspended)).toEqual([]);
  });
});
