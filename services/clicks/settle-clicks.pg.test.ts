import { randomUUID } from "node:crypto";
import type { Signal, SignalName } from "@fairclick/core/clicks/signal";
import { getBalance } from "@fairclick/sql/ledger";
import { takeShard } from "@fairclick/sql/settlement/take-shard";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { withTx } from "@fairclick/sql/tx";
import { describe, expect, it } from "vitest";
import {
  addCampaign,
  addPendingClicks,
  addUser,
  type NewCampaign,
  type TestClick,
} from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { type SettleClicks, settleClicks } from "./settle-clicks";

const { db, owner } = await createTestDatabase();
const ctx = systemCtx(db);

const start = Date.now() - 3_600_000;
const at = (seconds: number) => new Date(start + seconds * 1_000);
const everything = {
  watermark: at(3_000),
  windowSeconds: 60,
  shard: 0,
  shards: 1,
  batchSize: 5_000,
};

function settle(input: Partial<SettleClicks> = {}) {
  return settleClicks(ctx, { ...everything, ...input });
}

async function joinedCampaign(given: NewCampaign = {}) {
  const campaign = await addCampaign(db, given);
  const creatorId = await addUser(db);
  return {
    ...campaign,
    creatorId,
    click: (seconds: number, more: Partial<TestClick> = {}): TestClick => ({
      at: at(seconds),
      campaignId: campaign.id,
      creatorId,
      ...more,
    }),
    earned: () => getBalance(db.sql, { kind: "earnings", ownerId: creatorId }),
    left: () => getBalance(db.sql, { kind: "escrow", ownerId: campaign.id }),
  };
}

/** "valid", or the reason for any other verdict, of each click in the order given. */
async function outcomes(ids: string[]): Promise<string[]> {
  const rows = await db.sql<{ id: string; verdict: string; reason: string | null }[]>`
    select id, verdict, reason from all_clicks where id = any (${ids}::uuid[])`;
  const outcomeOf = new Map(rows.map((row) => [row.id, row.reason ?? row.verdict]));
  return ids.map((id) => outcomeOf.get(id) ?? "missing");
}

function signals(...names: SignalName[]): Signal[] {
  return names.map((signal) => ({ signal, evidence: { seen: true } }));
}

let hosts = 0;
function anAddress(): string {
  hosts += 1;
  return `198.51.100.${hosts}`;
}

describe("paying", () => {
  it("takes over which address data a click was looked up in", async () => {
    const campaign = await joinedCampaign();
    const [id = ""] = await addPendingClicks(db, [campaign.click(0)]);
    await owner`update pending_clicks set ip_data_version = 7 where id = ${id}`;
    await settle();
    const rows = await owner`
      select verdict, ip_data_version as version from all_clicks where id = ${id}`;
    expect([...rows]).toEqual([{ verdict: "valid", version: 7 }]);
  });

  it("pays so many clicks at the campaign's price, one ledger transaction a campaign and batch", async () => {
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
    const line = { unit_micros: 1_500n, transaction: "click_payout" };
    expect([...entries]).toEqual([
      { kind: "escrow", micros: -6_000n, quantity: 4n, ...line },
      { kind: "earnings", micros: 1_500n, quantity: 1n, ...line },
      { kind: "earnings", micros: 4_500n, quantity: 3n, ...line },
    ]);
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
    const rows = await db.sql`
      select verdict, reason, sum(clicks)::bigint as clicks, sum(paid_micros)::bigint as micros
      from click_rollups where campaign_id = ${campaign.id} group by 1, 2 order by 1`;
    expect([...rows]).toEqual([
      { verdict: "invalid", reason: "known_bot", clicks: 1n, micros: 0n },
      { verdict: "valid", reason: "", clicks: 2n, micros: 3_000n },
    ]);
  });
});

describe("judging", () => {
  it("takes the first deciding signal and keeps all of them in order", async () => {
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

  it("pays a click that has nothing but a note", async () => {
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

describe("bursts", () => {
  it("takes every click of four within sixty seconds, both ends included, and no neighbour beyond", async () => {
    const campaign = await joinedCampaign();
    const ipKey = anAddress();
    const apart = anAddress();
    const ids = await addPendingClicks(db, [
      ...[100, 120, 140, 160, 160.001, 221].map((second) => campaign.click(second, { ipKey })),
      ...[100, 120, 140, 160.001].map((second) => campaign.click(second, { ipKey: apart })),
    ]);
    await settle();
    expect(await outcomes(ids)).toEqual([
      ...Array<string>(5).fill("ip_burst"),
      ...Array<string>(5).fill("valid"),
    ]);
  });

  it("counts over campaigns, shards and an IPv6 network", async () => {
    const campaigns = await Promise.all(Array.from({ length: 4 }, () => joinedCampaign()));
    const ipKey = "2001:db8:aaaa:bbbb::/64";
    const clicks = campaigns.map((campaign, index) => campaign.click(200 + index, { ipKey }));
    const ids = await addPendingClicks(db, clicks);
    for (const shard of [0, 1, 2]) await settle({ shard, shards: 3 });
    expect(await outcomes(ids)).toEqual(Array(4).fill("ip_burst"));
  });

  it("does not count requests that were no visits", async () => {
    const campaign = await joinedCampaign();
    const ipKey = anAddress();
    const ids = await addPendingClicks(db, [
      ...(["not_get", "prefetch", "preview_bot"] as const).map((name) =>
        campaign.click(300, { ipKey, signals: signals(name) }),
      ),
      ...[300, 301, 302].map((second) => campaign.click(second, { ipKey })),
    ]);
    await settle();
    expect(await outcomes(ids)).toEqual([
      "not_get",
      "prefetch",
      "preview_bot",
      ...Array<string>(3).fill("valid"),
    ]);
  });

  it("counts the visits of bots, which stay bots", async () => {
    const campaign = await joinedCampaign();
    const ipKey = anAddress();
    const ids = await addPendingClicks(db, [
      campaign.click(400, { ipKey, signals: signals("known_bot") }),
      ...[400, 401, 402].map((second) => campaign.click(second, { ipKey })),
    ]);
    await settle();
    expect(await outcomes(ids)).toEqual(["known_bot", ...Array<string>(3).fill("ip_burst")]);
  });

  it("follows a device from address to address", async () => {
    const campaign = await joinedCampaign();
    const deviceKey = randomUUID();
    const seconds = [500, 510, 520, 530];
    const ids = await addPendingClicks(
      db,
      seconds.map((second) => campaign.click(second, { deviceKey })),
    );
    await settle();
    expect(await outcomes(ids)).toEqual(Array(4).fill("device_burst"));
  });

  it("judges a late click with its neighbours and does not reach back to them", async () => {
    const campaign = await joinedCampaign();
    const ipKey = anAddress();
    const early = await addPendingClicks(
      db,
      [600, 601, 603].map((second) => campaign.click(second, { ipKey })),
    );
    await settle();
    const late = await addPendingClicks(db, [campaign.click(602, { ipKey })]);
    await settle();
    expect(await outcomes([...early, ...late])).toEqual(["valid", "valid", "valid", "ip_burst"]);
    expect(await campaign.earned()).toBe(4_500n);
  });
});

describe("holding", () => {
  it("keeps the price of a held click claimed, so that nobody else is paid from it", async () => {
    const campaign = await joinedCampaign({ payoutMicros: 100n, budgetMicros: 300n });
    const ids = await addPendingClicks(db, [
      campaign.click(0),
      campaign.click(1, { signals: signals("vpn") }),
      campaign.click(2),
      campaign.click(3),
    ]);
    await settle();
    expect(await outcomes(ids)).toEqual(["valid", "vpn", "valid", "exhausted"]);
    const late = await addPendingClicks(db, [campaign.click(4)]);
    await settle();
    expect(await outcomes(late)).toEqual(["exhausted"]);
    expect(await campaign.left()).toBe(100n);
    const claims = await db.sql`
      select clicks, micros from held_claims where campaign_id = ${campaign.id}`;
    expect([...claims]).toEqual([{ clicks: 1n, micros: 100n }]);
  });

  it("holds nothing that the budget does not cover", async () => {
    const campaign = await joinedCampaign({ payoutMicros: 100n, budgetMicros: 100n });
    const ids = await addPendingClicks(db, [
      campaign.click(0),
      campaign.click(1, { signals: signals("vpn") }),
    ]);
    await settle();
    expect(await outcomes(ids)).toEqual(["valid", "exhausted"]);
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

  it("leaves a shard to whoever has it", async () => {
    const campaign = await joinedCampaign();
    await addPendingClicks(db, [campaign.click(0)]);
    await withTx(db, async (tx) => {
      expect(await takeShard(tx, 0)).toBe(true);
      expect(await settle()).toMatchObject({ ran: false, clicks: 0 });
    });
    expect(await settle()).toMatchObject({ ran: true, clicks: 1 });
  });

  it("comes to the same when several settle at once, whatever they take for the number of shards", async () => {
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

describe("history", () => {
  const hour = 3_600;
  const lately = Date.UTC(2026, 2, 3, 6);
  const later = (seconds: number) => new Date(lately + seconds * 1_000);
  const settleAll = () => settle({ watermark: later(7 * 24 * hour) });

  it("pays a device once per campaign in a day by its cookie, in an hour by its looks", async () => {
    const campaign = await joinedCampaign();
    const other = await joinedCampaign();
    const cookie = { deviceKey: randomUUID() };
    const looks = { deviceKey: randomUUID(), deviceKnown: false };
    const clicks = [
      ...[0, 100, 24 * hour - 1, 24 * hour].map((second) => ({ second, ...cookie })),
      ...[0, hour - 1, hour].map((second) => ({ second, ...looks })),
    ].map(({ second, ...device }) => campaign.click(0, { ...device, at: later(second) }));
    const ids = await addPendingClicks(db, [
      ...clicks,
      other.click(0, { ...cookie, at: later(100) }),
    ]);
    await settleAll();
    const paidOnce = ["valid", "device_repeat", "device_repeat", "valid"];
    expect(await outcomes(ids)).toEqual([...paidOnce, "valid", "device_repeat", "valid", "valid"]);
    const [row] = await db.sql`select signals from clicks where id = ${ids[1] ?? ""}`;
    expect(row?.signals).toEqual([
      {
        signal: "device_repeat",
        evidence: { hours: 24, paidAt: expect.stringMatching(/^2026-03-03T06:00:00/) },
      },
    ]);
  });

  it("pays a device that nothing was paid to so far", async () => {
    const campaign = await joinedCampaign();
    const device = { deviceKey: randomUUID() };
    const ids = await addPendingClicks(db, [
      campaign.click(0, { ...device, at: later(0), signals: signals("paused") }),
      campaign.click(0, { ...device, at: later(100) }),
    ]);
    await settleAll();
    expect(await outcomes(ids)).toEqual(["paused", "valid"]);
  });

  it("asks about the clicks of an address after twenty-five in a day", async () => {
    const campaign = await joinedCampaign();
    const ipKey = anAddress();
    const seconds = Array.from({ length: 27 }, (_, index) => index * 100);
    const ids = await addPendingClicks(
      db,
      [...seconds, 24 * hour + 300].map((second) =>
        campaign.click(0, { ipKey, at: later(second) }),
      ),
    );
    await settleAll();
    const held = ["ip_daily", "ip_daily", "valid"];
    expect(await outcomes(ids)).toEqual([...Array<string>(25).fill("valid"), ...held]);
  });

  it("asks about the clicks of a link while most of its last hundred are refused", async () => {
    const campaign = await joinedCampaign();
    const bot = { signals: signals("known_bot") };
    const ids = await addPendingClicks(db, [
      ...Array.from({ length: 49 }, (_, n) => campaign.click(0, { at: later(n) })),
      ...Array.from({ length: 50 }, (_, n) => campaign.click(0, { ...bot, at: later(100 + n) })),
      campaign.click(0, { ...bot, at: later(200) }),
      campaign.click(0, { at: later(201) }),
      campaign.click(0, { at: later(202), creatorId: await addUser(db) }),
    ]);
    await settleAll();
    expect((await outcomes(ids)).slice(-3)).toEqual(["known_bot", "link_anomaly", "valid"]);
  });
});
