import { randomUUID } from "node:crypto";
import { lockShard } from "@fairclick/sql/clicks/settlement/batches";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance } from "@fairclick/sql/money/ledger";
import { describe, expect, it, onTestFinished } from "vitest";
import { addPendingClicks, addUser } from "../testing/marketplace";
import { openSettlementWorld, signals } from "./testing/settlement-world";

const { db, owner, at, settle, joinedCampaign, outcomes } = await openSettlementWorld();

describe("on a Postgres that can move only 300 clicks in time", () => {
  it("judges all of a larger batch, in smaller ones", async () => {
    await owner`
      create function run_out_of_time() returns trigger language plpgsql as $$ begin
        if (select count(*) from moved) > 300 then
          raise exception 'canceling statement due to statement timeout' using errcode = '57014';
        end if;
        return null;
      end $$`;
    await owner`create trigger slow after delete on pending_clicks referencing old table as moved
        for each statement execute function run_out_of_time()`;
    onTestFinished(async () => {
      await owner`drop trigger slow on pending_clicks`;
    });
    const campaign = await joinedCampaign();
    const ids = await addPendingClicks(
      db,
      Array.from({ length: 700 }, (_, n) => campaign.click(n)),
    );
    expect(await settle()).toMatchObject({ finished: true, clicks: 700, batches: 4 });
    expect(await outcomes(ids)).not.toContain("pending");
  });
});

it("ends a batch at midnight, so that a settlement belongs to one day", async () => {
  const campaign = await joinedCampaign();
  const midnight = Math.floor(at(0).getTime() / 86_400_000) * 86_400_000;
  await addPendingClicks(
    db,
    [-2_000, -1, 0, 1_000].map((ms) => ({
      ...campaign.click(0),
      at: new Date(midnight + ms),
    })),
  );
  expect(await settle()).toMatchObject({ finished: true, clicks: 4, batches: 2 });
  const days = await owner`
    select s.day::text, count(*)::int as clicks
    from clicks c join settlements s on s.id = c.settlement_id and s.day = (c.clicked_at at time zone 'UTC')::date
    where c.campaign_id = ${campaign.id} group by 1 order by 1`;
  expect(days.map(({ clicks }) => clicks)).toEqual([2, 2]);
});

describe("paying", () => {
  it("copies the version of a click's address data", async () => {
    const campaign = await joinedCampaign();
    const [id = ""] = await addPendingClicks(db, [campaign.click(0)]);
    await owner`update pending_clicks set ip_data_version = 7 where id = ${id}`;
    await settle();
    const rows = await owner`
      select verdict, ip_data_version as version from all_clicks where id = ${id}`;
    expect([...rows]).toEqual([{ verdict: "valid", version: 7 }]);
  });

  it("pays each valid click at the campaign's price, in one ledger transaction per campaign and batch", async () => {
    const campaign = await joinedCampaign({ payoutMicros: 1_500n });
    const other = await addUser(db);
    const ids = await addPendingClicks(db, [
      ...[0, 1, 2].map((second) => campaign.click(second)),
      campaign.click(3, { creatorId: other }),
    ]);
    expect(await settle()).toMatchObject({ ran: true, batches: 1, clicks: 4, valid: 4 });
    expect(await outcomes(ids)).toEqual(["valid", "valid", "valid", "valid"]);
    expect(await campaign.earned()).toBe(4_500n);
    expect(await getBalance(db.sql, { kind: "earnings", ownerId: other })).toBe(1_500n);
    expect(await campaign.left()).toBe(15_000_000n - 6_000n);

    const entries = await db.sql`
      select distinct a.kind, e.micros, e.quantity, e.unit_micros, t.kind as transaction
      from clicks c
      join ledger_entries e on e.transaction_id = c.transaction_id
      join ledger_transactions t on t.id = e.transaction_id
      join ledger_accounts a on a.id = e.account_id
      where c.id = any (${ids}::uuid[]) order by e.micros`;
    const line = { unitMicros: 1_500n, transaction: "click_payout" };
    expect([...entries]).toEqual([
      { kind: "escrow", micros: -6_000n, quantity: 4n, ...line },
      { kind: "earnings", micros: 1_500n, quantity: 1n, ...line },
      { kind: "earnings", micros: 4_500n, quantity: 3n, ...line },
    ]);
  });

  it("finds the transaction of a stored click by what the click holds, for good", async () => {
    const [row] = await db.sql`
      select payout_id(7333444555666777, '01900000-0000-7000-8000-0000000000c1', 1500) as id`;
    expect(row?.id).toBe("01a0dba9-db87-7559-889e-88316f7a5ada");
  });

  it("pays in click order what the escrow covers and calls the rest exhausted", async () => {
    const campaign = await joinedCampaign({ payoutMicros: 400n, budgetMicros: 1_000n });
    const ids = await addPendingClicks(
      db,
      [4, 1, 3, 2].map((second) => campaign.click(second)),
    );
    await settle();
    expect(await outcomes(ids)).toEqual(["exhausted", "valid", "exhausted", "valid"]);
    expect(await campaign.left()).toBe(200n);
  });

  it("keeps the order over batches smaller than the backlog", async () => {
    const campaign = await joinedCampaign({ payoutMicros: 100n, budgetMicros: 500n });
    const seconds = Array.from({ length: 12 }, (_, index) => index);
    const ids = await addPendingClicks(
      db,
      seconds.map((second) => campaign.click(second)),
    );
    expect(await settle({ batchSize: 5 })).toMatchObject({ batches: 3, clicks: 12, valid: 5 });
    expect(await outcomes(ids)).toEqual([
      ...Array<string>(5).fill("valid"),
      ...Array<string>(7).fill("exhausted"),
    ]);
  });

  it("counts each click once per campaign, creator, hour and outcome", async () => {
    const campaign = await joinedCampaign();
    await addPendingClicks(db, [
      campaign.click(0),
      campaign.click(1),
      campaign.click(2, { signals: signals("known_bot") }),
    ]);
    await settle({ watermark: at(2) });
    await settle();
    const totals = await db.sql`
      select valid, invalid, paid_micros as micros from link_outcomes
      where campaign_id = ${campaign.id}`;
    expect([...totals]).toEqual([{ valid: 2n, invalid: 1n, micros: 3_000n }]);
    const reasons = await db.sql`
      select value as reason, valid, invalid from click_days
      where campaign_id = ${campaign.id} and creator_id = ${campaign.creatorId}
        and dimension = 'reason'`;
    expect([...reasons]).toEqual([{ reason: "known_bot", valid: 0n, invalid: 1n }]);
  });
});

describe("judging", () => {
  it("uses the first deciding signal as the reason and keeps all signals in order", async () => {
    const campaign = await joinedCampaign();
    const [id = ""] = await addPendingClicks(db, [
      campaign.click(0, { signals: signals("relay", "paused"), ipKey: "192.0.2.1" }),
      ...[1, 2, 3].map((second) => campaign.click(second, { ipKey: "192.0.2.1" })),
    ]);
    await settle();
    expect(await outcomes([id])).toEqual(["ip_burst"]);
    const [row] = await db.sql`select signals from clicks where id = ${id}`;
    expect(row?.signals).toEqual([
      { signal: "relay", evidence: { seen: true } },
      { signal: "ip_burst", evidence: { clicks: 4, seconds: 60 } },
      { signal: "paused", evidence: { seen: true } },
    ]);
  });

  it("pays a click with only a note", async () => {
    const campaign = await joinedCampaign();
    const ids = await addPendingClicks(db, [campaign.click(0, { signals: signals("relay") })]);
    await settle();
    expect(await outcomes(ids)).toEqual(["valid"]);
  });

  it("leaves clicks alone from the watermark on", async () => {
    const campaign = await joinedCampaign();
    const ids = await addPendingClicks(db, [campaign.click(99.999), campaign.click(100)]);
    await settle({ watermark: at(100) });
    expect(await outcomes(ids)).toEqual(["valid", "pending"]);
    await settle();
    expect(await outcomes(ids)).toEqual(["valid", "valid"]);
  });

  it("looks at the campaign's dates and state at the time of the click", async () => {
    const dated = await joinedCampaign({ startsAt: at(10), endsAt: at(20) });
    const unfunded = await joinedCampaign({ funded: false });
    const stopped = await joinedCampaign();
    await owner`update campaigns set paused_at = ${at(10)} where id = ${stopped.id}`;
    const ids = await addPendingClicks(db, [
      ...[9.999, 10, 19.999, 20].map((second) => dated.click(second)),
      unfunded.click(15),
      ...[9.999, 10].map((second) => stopped.click(second)),
    ]);
    await settle();
    expect(await outcomes(ids)).toEqual([
      "not_started",
      "valid",
      "valid",
      "ended",
      "unfunded",
      "valid",
      "paused",
    ]);
  });
});

describe("doing it again", () => {
  it("finds nothing to do", async () => {
    const campaign = await joinedCampaign();
    await addPendingClicks(db, [campaign.click(0)]);
    await settle();
    expect(await settle()).toMatchObject({ ran: true, batches: 0, clicks: 0 });
    expect(await campaign.earned()).toBe(1_500n);
  });

  it("does not pay a click again that is delivered again, nor use its price up", async () => {
    const campaign = await joinedCampaign({ payoutMicros: 100n, budgetMicros: 200n });
    const id = randomUUID();
    await addPendingClicks(db, [campaign.click(0, { id })]);
    await settle();
    const [next = ""] = await addPendingClicks(db, [campaign.click(1), campaign.click(0, { id })]);
    expect(await settle()).toMatchObject({ clicks: 1, valid: 1 });
    expect(await outcomes([id, next])).toEqual(["valid", "valid"]);
    expect(await campaign.earned()).toBe(200n);
    const [row] = await db.sql`select count(*) as waiting from pending_clicks where id = ${id}`;
    expect(row?.waiting).toBe(0n);
  });

  it("skips a shard that another settlement has locked", async () => {
    const campaign = await joinedCampaign();
    await addPendingClicks(db, [campaign.click(0)]);
    await withTx(db, async (tx) => {
      expect(await lockShard(tx, 0)).toBe(true);
      expect(await settle()).toMatchObject({ ran: false, clicks: 0 });
    });
    expect(await settle()).toMatchObject({ ran: true, clicks: 1 });
  });

  it("reaches the same result when several settle at once, even with different numbers of shards", async () => {
    const campaigns = await Promise.all(
      Array.from({ length: 5 }, () => joinedCampaign({ payoutMicros: 10n, budgetMicros: 600n })),
    );
    const clicks = campaigns.flatMap((campaign) =>
      Array.from({ length: 80 }, (_, index) => campaign.click(index * 10)),
    );
    await addPendingClicks(db, clicks);
    const runs = [1, 2, 3].flatMap((shards) =>
      Array.from({ length: shards }, (_, shard) => settle({ shard, shards, batchSize: 7 })),
    );
    const settled = [...(await Promise.all(runs)), await settle()];
    expect(settled.reduce((sum, run) => sum + run.clicks, 0)).toBe(400);
    expect(settled.reduce((sum, run) => sum + run.valid, 0)).toBe(300);
    for (const campaign of campaigns) {
      expect(await campaign.earned()).toBe(600n);
      expect(await campaign.left()).toBe(0n);
    }
  });
});
