import type { PolicyFile } from "@fairclick/core/clicks/policy";
import { policy } from "@fairclick/core/clicks/release-policy";
import { MAX_REPLAYED_CLICKS } from "@fairclick/core/clicks/replay";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeEach, expect, it } from "vitest";
import { addCampaign, addPendingClicks, addUser, type TestClick } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { decideClicks } from "./decide-clicks";
import { replayClicks } from "./replay";
import { settleClicks } from "./settle-clicks";

const { db, owner } = await createTestDatabase();
const browser =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const PRICE = 1_500n;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Each test has a day of its own. */
let start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 24 * HOUR_MS;
beforeEach(() => {
  start -= 72 * HOUR_MS;
});
const at = (minutes: number) => new Date(start + minutes * MINUTE_MS);
const ctx = await operatorCtx(db, owner);

async function settled(
  clicks: (Partial<TestClick> & { minute: number; userAgent?: string })[],
  budget = 100n,
) {
  const { id: campaignId } = await addCampaign(db, {
    payoutMicros: PRICE,
    budgetMicros: PRICE * budget,
  });
  const creatorId = await addUser(db);
  const ids = await addPendingClicks(
    db,
    clicks.map(({ minute, userAgent: _, ...click }) => ({
      at: at(minute),
      campaignId,
      creatorId,
      ...click,
    })),
  );
  for (const [index, id] of ids.entries()) {
    await owner`update pending_clicks set user_agent = ${clicks[index]?.userAgent ?? browser} where id = ${id}`;
  }
  const everything = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 1_000 };
  await settleClicks(ctx, { watermark: new Date(), ...everything });
  return { campaignId, creatorId, ids };
}

const replay = (policyFile: PolicyFile = {}, [from, to]: [number, number] = [0, 24 * 60]) =>
  replayClicks(ctx, {
    from: at(from).toISOString(),
    to: at(to).toISOString(),
    policy: policyFile,
    windowSeconds: 60,
  });

const noLists = "There are no address lists now: their signals are kept as recorded.";
const vpn = [{ signal: "vpn" as const, evidence: { list: "gone" } }];
const burst = (minute: number) =>
  [0, 0.1, 0.2, 0.3].map((later) => ({ minute: minute + later, ipKey: "203.0.113.5" }));

it("finds no differences with the policy in force, and changes nothing", async () => {
  await settled(
    [
      ...burst(5),
      { minute: 10, deviceKey: "same" },
      { minute: 60, deviceKey: "same" },
      { minute: 70, signals: [{ signal: "embedded", evidence: {} }] },
      { minute: 80, signals: [{ signal: "known_bot", evidence: {} }], userAgent: "curl/8.0" },
      { minute: 90 },
    ],
    3n,
  );
  const before = await owner`select md5(string_agg(c::text, '' order by id)) from visited_clicks c`;
  const result = await replay();
  expect(result).toMatchObject({
    clicks: 9,
    changed: 0,
    micros: 0n,
    changes: [],
    remarks: [noLists],
  });
  expect(
    await owner`select md5(string_agg(c::text, '' order by id)) from visited_clicks c`,
  ).toEqual(before);
});

it("replays clicks of a network that come longer after its beginning than rules look back", async () => {
  const late = 2 * 24 * 60;
  const ipKey = "2001:db8:7::/64";
  await settled([
    { minute: -60, ipKey },
    { minute: 0, ipKey: "2001:db8:8::/64" },
    { minute: late, ipKey },
  ]);
  const result = await replay({}, [0, late + 10]);
  expect(result).toMatchObject({ clicks: 2, changed: 0 });
});

it("sums what another policy would pay, by outcome, campaign and creator", async () => {
  const { campaignId, creatorId } = await settled([...burst(5), { minute: 10 }]);
  const result = await replay({ burstClicks: 5 });
  expect(result).toMatchObject({
    clicks: 5,
    changed: 4,
    micros: 6000n,
    changes: [
      {
        from: { verdict: "invalid", reason: "ip_burst" },
        to: { verdict: "valid", reason: null },
        clicks: 4,
        micros: 6000n,
      },
    ],
    campaigns: [{ campaignId, name: "Obby", clicks: 5, changed: 4, micros: 6000n }],
    creators: [{ creatorId, username: expect.any(String), changed: 4, micros: 6000n }],
  });
});

it("pays at most the remaining budget", async () => {
  await settled([...burst(5), { minute: 10 }], 3n);
  const { changes, micros } = await replay({ burstClicks: 5 });
  expect(micros).toBe(3000n);
  expect(changes).toEqual([
    {
      from: { verdict: "invalid", reason: "ip_burst" },
      to: { verdict: "valid", reason: null },
      clicks: 3,
      micros: 4500n,
    },
    {
      from: { verdict: "invalid", reason: "ip_burst" },
      to: { verdict: "unpaid", reason: "exhausted" },
      clicks: 1,
      micros: 0n,
    },
    {
      from: { verdict: "valid", reason: null },
      to: { verdict: "unpaid", reason: "exhausted" },
      clicks: 1,
      micros: -1500n,
    },
  ]);
});

it("compares clicks with those before and after the span", async () => {
  await settled([
    { minute: 10, deviceKey: "same" },
    { minute: 60, deviceKey: "same" },
    ...burst(59.8),
  ]);
  expect(await replay({}, [60, 61])).toMatchObject({ clicks: 3, changed: 0 });
  expect(await replay({ knownDeviceHours: 1 }, [60, 61])).toMatchObject({ changed: 0 });
  await settled([
    { minute: 100, deviceKey: "other" },
    { minute: 190, deviceKey: "other" },
  ]);
  expect(await replay({ knownDeviceHours: 1 }, [180, 200])).toMatchObject({
    changed: 1,
    micros: 1500n,
  });
});

it("repeats the checks of user agent and ip address, and keeps signals that need the request", async () => {
  const { ids } = await settled([
    { minute: 10, userAgent: "python-requests/2.31" },
    { minute: 20, ipKey: "203.0.113.200" },
    { minute: 30, signals: [{ signal: "honeypot", evidence: { by: "address" } }] },
  ]);
  expect(ids).toHaveLength(3);
  const { operatorId } = ctx.actor.kind === "operator" ? ctx.actor : { operatorId: "" };
  await owner`insert into ip_ranges (range, effect, reason, operator_id) values ('203.0.113.200/32', 'deny', 'farm', ${operatorId})`;
  const { changes } = await replay();
  await owner`delete from ip_ranges`;
  expect(changes.map(({ from, to }) => [from.reason, to.reason]).sort()).toEqual([
    [null, "known_bot"],
    [null, "proxy"],
  ]);
});

it("keeps the signals of lists if there are no lists now", async () => {
  await settled([{ minute: 10, signals: vpn }]);
  expect(await replay()).toMatchObject({ clicks: 1, changed: 0 });
  expect(await replay({ effects: { vpn: "note" } })).toMatchObject({ changed: 1, micros: 1500n });
});

it("leaves out clicks that operators decided, but not expired ones", async () => {
  await owner`delete from ip_ranges`;
  const { ids } = await settled([
    { minute: 10, signals: [{ signal: "honeypot_address", evidence: {} }] },
    { minute: 20, signals: [{ signal: "self_click", evidence: {} }] },
    { minute: 30 },
  ]);
  const [, , paid = ""] = ids;
  const reversal = {
    action: "reverse" as const,
    category: "other" as const,
    reason: "why",
    dryRun: false,
  };
  await decideClicks(ctx, { ...reversal, clicks: { ids: [paid] } });
  const result = await replay({ effects: { self_click: "note" } });
  expect(result).toMatchObject({ clicks: 2, decidedByOperators: 1 });
  expect(result.changes.map(({ from, to }) => [from.reason, to.verdict])).toContainEqual([
    "self_click",
    "valid",
  ]);
});

it("judges a held click again like any other", async () => {
  const busy = Array.from({ length: 26 }, (_, index) => ({
    minute: index * 2,
    ipKey: "198.51.100.9",
  }));
  await settled(busy);
  expect(await replay()).toMatchObject({ clicks: 26, changed: 0 });
  expect(await replay({ addressClicks: 100 })).toMatchObject({ changed: 1, micros: 1500n });
});

it("keeps signals of clicks without personal data, and remarks on it", async () => {
  const { campaignId } = await settled([...burst(5), { minute: 10, signals: vpn }]);
  await owner`
    delete from click_visitors where id in (select id from clicks where campaign_id = ${campaignId})`;
  expect(await replay({ burstClicks: 9 })).toMatchObject({
    clicks: 5,
    changed: 0,
    remarks: [expect.stringContaining("5 clicks was erased"), noLists],
  });
});

it("remarks on limits that have no effect", async () => {
  await settled([{ minute: 1 }]);
  const { remarks } = await replay({ presenceHours: 3, burstClicks: 5 });
  expect(remarks).toEqual([
    noLists,
    "presenceHours has no effect on a replay: signals and decisions that depend on it are kept.",
  ]);
});

it("rejects too many clicks, and spans that end before they start", async () => {
  const { campaignId, creatorId } = await settled([{ minute: 0 }]);
  await owner`
    insert into clicks (id, clicked_at, campaign_id, creator_id, device_known, method, signals,
      recorded_at, verdict, reason, policy_version, settlement_id, price_micros)
    select gen_random_uuid(), ${at(2)}::timestamptz, ${campaignId}, ${creatorId}, true, 'GET', '[]', now(), 'invalid',
      'known_bot', ${policy.version}, 1, 1500
    from generate_series(1, ${MAX_REPLAYED_CLICKS})`;
  await expect(replay()).rejects.toMatchObject({
    code: "too_many_clicks",
    message: expect.stringContaining("more than 50,000 clicks"),
  });
  expect((await replay({}, [2, 3])).clicks).toBe(MAX_REPLAYED_CLICKS);
  await expect(replay({}, [3, 2])).rejects.toThrow("from must be before to");
});
