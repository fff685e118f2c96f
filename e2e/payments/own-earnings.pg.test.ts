import type { Person } from "@fairclick/api/testing/people";
import { describe, expect, it } from "vitest";
import { createCreator } from "./creators";
import { expectProvenBooks, readCents } from "./money";
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
