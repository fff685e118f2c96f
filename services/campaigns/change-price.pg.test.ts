import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { getBalance } from "@fairclick/sql/money/ledger";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { decideClicks } from "../clicks/decide-clicks";
import { settleClicks } from "../clicks/settle-clicks";
import { expectRightBooks } from "../testing/expect-right-books";
import { addCampaign, addPendingClicks, addUser, type NewCampaign } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { systemCtx } from "../testing/system-ctx";
import { changePrice, withdrawPrice } from "./edit-campaign";
import { getCampaign } from "./read-campaigns";

const { db, owner } = await createTestDatabase();
const HOUR_MS = 3_600_000;
const now = Date.now();
const hours = (count: number) => new Date(now + count * HOUR_MS);

async function campaignOfDeveloper(given: NewCampaign) {
  const campaign = await addCampaign(db, { endsAt: hours(24 * 30), ...given });
  const id = asId<CampaignId>(campaign.id);
  const actor = { kind: "user", userId: asId<UserId>(campaign.developerId) } as const;
  const at = (hour: number) => ({ ...systemCtx(db, () => hours(hour)), actor });
  return { id, at };
}

const settle = () =>
  settleClicks(systemCtx(db), {
    watermark: new Date(now + HOUR_MS),
    windowSeconds: 60,
    shard: 0,
    shards: 1,
    batchSize: 100,
  });

const click = (campaignId: string, creatorId: string) => (hour: number, held?: boolean) => ({
  campaignId,
  creatorId,
  at: hours(hour),
  signals: held ? [{ signal: "vpn" as const, evidence: {} }] : [],
});

it("pays each click the price of its time, also one that comes late, with its fee", async () => {
  const { id, at } = await campaignOfDeveloper({
    payoutMicros: 100n,
    feeBasisPoints: 700,
    budgetMicros: 100_000n,
  });
  const creatorId = await addUser(db);
  const visit = click(id, creatorId);
  await changePrice(at(-50), { id, payoutPerClick: 300n });
  await changePrice(at(-40), { id, payoutPerClick: 200n, startsAt: hours(-10).toISOString() });
  await addPendingClicks(db, [visit(-60), visit(-51, true), visit(-50), visit(-11), visit(-10)]);
  await settle();
  await addPendingClicks(db, [visit(-55), visit(-20, true), visit(-5)]);
  await settle();
  const earned = 100n + 300n + 300n + 200n + 100n + 200n;
  expect(await getBalance(db.sql, { kind: "earnings", ownerId: creatorId })).toBe(earned);
  const escrow = { kind: "escrow", ownerId: id } as const;
  expect(await getBalance(db.sql, escrow)).toBe(100_000n - earned - 84n);
  expect(await getBalance(db.sql, { kind: "fees" })).toBe(84n);
  const [claim] = await db.sql`select clicks, micros from held_claims where campaign_id = ${id}`;
  expect(claim).toMatchObject({ clicks: 2n, micros: 100n + 300n + 28n });
  await expectRightBooks(systemCtx(db));

  const operator = await operatorCtx(db, owner);
  const decide = { reason: "a test", dryRun: false, clicks: { group: { campaignId: id } } };
  await decideClicks(operator, { ...decide, action: "approve" });
  expect(await getBalance(db.sql, { kind: "earnings", ownerId: creatorId })).toBe(earned + 400n);
  expect(await getBalance(db.sql, { kind: "fees" })).toBe(84n + 28n);
  await expectRightBooks(systemCtx(db));
  await decideClicks(operator, { ...decide, action: "reverse", category: "mistake" });
  expect(await getBalance(db.sql, { kind: "earnings", ownerId: creatorId })).toBe(0n);
  expect(await getBalance(db.sql, { kind: "fees" })).toBe(0n);
  expect(await getBalance(db.sql, escrow)).toBe(100_000n);
  await expectRightBooks(systemCtx(db));
});

it("is exhausted at exactly the last click that price and fee fit into", async () => {
  const { id, at } = await campaignOfDeveloper({
    payoutMicros: 100n,
    feeBasisPoints: 3_000,
    budgetMicros: 130n * 99n + 233n,
  });
  const creatorId = await addUser(db);
  const visit = click(id, creatorId);
  await addPendingClicks(
    db,
    Array.from({ length: 99 }, (_, n) => visit(-60 + n / 100)),
  );
  await settle();
  await expect(changePrice(at(-50), { id, payoutPerClick: 199n })).rejects.toThrow(
    "The budget must pay for at least 100 clicks",
  );
  await owner`
    insert into campaign_prices values (${id}, ${hours(-40)}, 180), (${id}, ${hours(-30)}, 179)`;
  await addPendingClicks(db, [visit(-35), visit(-30), visit(-29)]);
  await settle();
  const rows = await db.sql<{ verdict: string; reason: string | null; price: bigint }[]>`
    select verdict, reason, price_micros::bigint as price from clicks
    where campaign_id = ${id} and clicked_at > ${hours(-40)} order by clicked_at`;
  expect(rows.map(({ verdict, reason, price }) => [verdict, reason, price])).toEqual([
    ["unpaid", "exhausted", 180n],
    ["valid", null, 179n],
    ["unpaid", "exhausted", 179n],
  ]);
  expect(await getBalance(db.sql, { kind: "escrow", ownerId: id })).toBe(0n);
  await expectRightBooks(systemCtx(db));
});

it("announces a lower price, and withdraws it until it begins", async () => {
  const { id, at } = await campaignOfDeveloper({ payoutMicros: 100n, budgetMicros: 100_000n });
  const announced = await changePrice(at(0), { id, payoutPerClick: 60n });
  expect(announced).toMatchObject({
    payoutMicros: 100n,
    nextPayoutMicros: 60n,
    nextPayoutAt: hours(24),
  });
  await expect(changePrice(at(1), { id, payoutPerClick: 200n })).rejects.toThrow(
    "announced already",
  );
  expect(await withdrawPrice(at(2), id)).toMatchObject({
    payoutMicros: 100n,
    nextPayoutMicros: null,
  });
  await expect(withdrawPrice(at(2), id)).rejects.toThrow("No change of the price is announced");
  await changePrice(at(-30), { id, payoutPerClick: 50n });
  expect(await getCampaign(at(0), id)).toMatchObject({ payoutMicros: 50n, nextPayoutAt: null });
  await expect(withdrawPrice(at(0), id)).rejects.toThrow("No change of the price is announced");
  const audit = await db.sql`
    select action, before, after from audit_log where subject = ${`campaign:${id}`} order by id`;
  expect(audit.map(({ action, after }) => [action, after?.payoutMicros])).toEqual([
    ["campaign.price", "60"],
    ["campaign.price_withdraw", undefined],
    ["campaign.price", "50"],
  ]);
});

it("makes one of several changes at once", async () => {
  const { id, at } = await campaignOfDeveloper({ payoutMicros: 100n, budgetMicros: 100_000n });
  const made = await Promise.allSettled(
    [90n, 80n, 70n, 60n].map((payoutPerClick) => changePrice(at(0), { id, payoutPerClick })),
  );
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [row] = await db.sql`
    select count(*)::int as prices from campaign_prices where campaign_id = ${id}`;
  expect(row?.prices).toBe(2);
});

it("leaves prices that have begun to nobody", async () => {
  const { id, at } = await campaignOfDeveloper({ payoutMicros: 100n, budgetMicros: 100_000n });
  await changePrice(at(-1), { id, payoutPerClick: 110n });
  for (const sql of [db.sql, owner]) {
    await expect(sql`update campaign_prices set payout_micros = 1`).rejects.toThrow();
    await expect(sql`delete from campaign_prices`).rejects.toThrow();
  }
});

it("is the developer's alone, while the campaign runs", async () => {
  const { id, at } = await campaignOfDeveloper({ payoutMicros: 100n, budgetMicros: 100_000n });
  const other = { kind: "user", userId: asId<UserId>(await addUser(db)) } as const;
  const stranger = { ...at(0), actor: other };
  await expect(changePrice(stranger, { id, payoutPerClick: 110n })).rejects.toThrow("not your");
  await expect(withdrawPrice(stranger, id)).rejects.toThrow("not your");
  await expect(changePrice(at(24 * 31), { id, payoutPerClick: 110n })).rejects.toThrow("has ended");
  await owner`update campaigns set disabled_at = now() where id = ${id}`;
  await expect(changePrice(at(0), { id, payoutPerClick: 110n })).rejects.toThrow("disabled");
});
