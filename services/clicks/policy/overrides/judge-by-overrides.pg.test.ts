import { policy } from "@fairclick/core/clicks/policy";
import type { OverrideValues } from "@fairclick/core/clicks/policy-overrides";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import {
  insertOverride,
  listOverridesBetween,
  type OverrideSubject,
  overridesBetween,
} from "@fairclick/sql/clicks/policy-overrides";
import { lockPolicy } from "@fairclick/sql/clicks/policy-versions";
import { withTx } from "@fairclick/sql/db/tx";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeEach, expect, it } from "vitest";
import { requireOperator } from "../../../actor";
import { addCampaign, addPendingClicks, addUser } from "../../../testing/marketplace";
import { operatorCtx } from "../../../testing/operator-ctx";
import { expireHeldClicks } from "../../decide/expire-held-clicks";
import { replayClicks } from "../../replay/replay-clicks";
import { settleClicks } from "../../settle/settle-clicks";
import { readPolicies } from "../read-policy";

const { db, owner } = await createTestDatabase();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
let now = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 600 * MINUTE_MS);
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
const ctx = await operatorCtx(db, owner, () => now);
const second = await operatorCtx(db, owner, () => now);

beforeEach(async () => {
  now = inMinutes(40);
  await owner`truncate policy_overrides, policy_override_requests, policy_versions, settlements`;
});

type Link = { campaignId: string; creatorId: string };
const addLink = async (): Promise<Link> => ({
  campaignId: (await addCampaign(db)).id,
  creatorId: await addUser(db),
});

/** Clicks of one address a second apart; four are a burst. */
async function addClicks(link: Link, minutes: number, count = 3): Promise<string[]> {
  const ipKey = `203.0.113.${Math.floor(Math.random() * 250)}`;
  const clicks = Array.from({ length: count }, (_, second) => ({
    ...{ ...link, ipKey },
    at: new Date(inMinutes(minutes).getTime() + second * 1_000),
  }));
  const ids = await addPendingClicks(db, clicks);
  await owner`update pending_clicks set user_agent = ${BROWSER} where id = any (${ids}::uuid[])`;
  return ids;
}

const settle = (minutes: number) =>
  settleClicks(ctx, {
    ...{ watermark: inMinutes(minutes), windowSeconds: 60 },
    ...{ shard: 0, shards: 1, batchSize: 1_000 },
  });

const ofCampaign = ({ campaignId }: Link): OverrideSubject => ({
  ...{ campaignId: asId<CampaignId>(campaignId), creatorId: null },
});
const ofCreator = ({ creatorId }: Link): OverrideSubject => ({
  ...{ campaignId: null, creatorId: asId<UserId>(creatorId) },
});

const store = (
  subject: OverrideSubject,
  values: OverrideValues,
  { from = -10, until = 24 * 60, isApproved = true } = {},
) =>
  withTx(db, async (tx) => {
    await lockPolicy(tx);
    return insertOverride(tx, {
      ...{ ...subject, values, activeFrom: inMinutes(from), until: inMinutes(until) },
      ...{ reason: "why", createdBy: requireOperator(ctx), createdAt: now },
      approvedBy: isApproved ? requireOperator(second) : null,
    });
  });

async function judged(ids: string[]): Promise<string[]> {
  const rows = await owner<{ judged: string }[]>`
    select distinct concat_ws(' ', policy_version, campaign_override, creator_override,
      coalesce(reason, verdict)) as judged
    from clicks where id = any (${ids}::uuid[]) order by judged`;
  return rows.map((row) => row.judged);
}

const version = policy.version;

it("judges the clicks of a campaign or a creator, and each click names it", async () => {
  const [strict, lax, plain] = await Promise.all([addLink(), addLink(), addLink()]);
  expect(await store(ofCampaign(strict), { burstClicks: 3 }, { isApproved: false })).toBe(1);
  expect(await store(ofCreator(lax), { burstClicks: 5 })).toBe(2);
  const refused = await addClicks(strict, 2);
  const allowed = await addClicks(lax, 2, 4);
  const others = await addClicks(plain, 2, 4);
  const free = await addClicks(plain, 6);
  expect(await settle(10)).toMatchObject({ batches: 1, clicks: 14, valid: 7 });
  expect(await judged(refused)).toEqual([`${version} 1 ip_burst`]);
  expect(await judged(allowed)).toEqual([`${version} 2 valid`]);
  expect(await judged(others)).toEqual([`${version} ip_burst`]);
  expect(await judged(free)).toEqual([`${version} valid`]);
});

it("judges a batch by the overrides of each click's time", async () => {
  const link = await addLink();
  await store(ofCreator(link), { burstClicks: 3 }, { from: 4, until: 12 });
  await store(ofCreator(link), { burstClicks: 2 }, { from: 8, until: 12 });
  const clicks = [];
  for (const minutes of [2, 4, 8, 12]) clicks.push(await addClicks(link, minutes, 2));
  const trio = await addClicks(link, 5);
  expect(await settle(20)).toMatchObject({ batches: 1, clicks: 11 });
  expect(await Promise.all(clicks.map(judged))).toEqual([
    [`${version} valid`],
    [`${version} 1 valid`],
    [`${version} 2 ip_burst`],
    [`${version} valid`],
  ]);
  expect(await judged(trio)).toEqual([`${version} 1 ip_burst`]);
});

it("does not loosen anything without a second operator, whatever becomes of the policy", async () => {
  const link = await addLink();
  await store(ofCampaign(link), { burstClicks: 20, addressClicks: 125 }, { isApproved: false });
  await store(ofCreator(link), { burstClicks: 20 }, { isApproved: false });
  const ids = await addClicks(link, 2, 4);
  await settle(10);
  expect(await judged(ids)).toEqual([`${version} 1 2 ip_burst`]);
});

it("is read with the versions, by one query", async () => {
  const link = await addLink();
  await settle(-20);
  await store(ofCampaign(link), { burstClicks: 5 });
  await withTx(db, async (tx) => {
    let queries = 0;
    const counting = new Proxy(tx, {
      apply: (target, self, given) => {
        if (String(given[0]).includes("/*")) queries += 1;
        return Reflect.apply(target, self, given);
      },
    });
    const clicks = [{ ...link, at: inMinutes(1).getTime() }];
    const book = await readPolicies(counting, { clicks, windowSeconds: 60 });
    expect(clicks.map(book.of)).toMatchObject([{ policy: { burstClicks: 5 } }]);
    expect(queries).toBe(1);
  });
});

it("is found by its index among thousands that have ended or were replaced", async () => {
  const { creatorId } = await addLink();
  await owner`
    insert into policy_overrides (
      revision, creator_id, overridden, active_from, until, reason, created_by, created_at
    )
    select n, ${creatorId}, '{"burstClicks": 3}', ${inMinutes(-300)},
      case when n % 500 = 0 then ${inMinutes(300)}::timestamptz else ${inMinutes(-200)} end, 'why',
      ${requireOperator(ctx)}, ${inMinutes(-300)}
    from generate_series(1, 10000) n`;
  const span = { from: inMinutes(-1), to: now };
  expect(await listOverridesBetween(db.sql, span)).toMatchObject([{ revision: 10_000 }]);
  const [row] = await db.sql<Record<string, { Plan: Record<string, number> }[]>[]>`
    explain (analyze, buffers, format json) select ${overridesBetween(db.sql, span)}`;
  const [{ Plan } = { Plan: {} }] = Object.values(row ?? {})[0] ?? [];
  expect(Plan["Shared Hit Blocks"]).toBeLessThan(500);
});

it("is judged again by a replay with the same verdicts", async () => {
  const [strict, lax] = await Promise.all([addLink(), addLink()]);
  await store(ofCampaign(strict), { burstClicks: 2 }, { until: 6 });
  await store(ofCreator(lax), { burstClicks: 6 });
  await addClicks(strict, 2, 2);
  await addClicks(strict, 7, 2);
  await addClicks(lax, 3, 5);
  await settle(10);
  const span = { from: inMinutes(0).toISOString(), to: inMinutes(9).toISOString() };
  const replay = (file: object) => replayClicks(ctx, { ...span, policy: file, windowSeconds: 60 });
  expect(await replay({})).toMatchObject({ clicks: 9, changed: 0 });
  expect(await replay({ burstClicks: 2 })).toMatchObject({ clicks: 9, changed: 2 });
});

it("judges held clicks again by the overrides of their time, and names them", async () => {
  const link = await addLink();
  await store(ofCampaign(link), { addressClicks: 5 }, { until: 30 });
  const ids = await addClicks(link, 2, 1);
  const ipKey = "198.51.100.7";
  const busy = await addPendingClicks(
    db,
    Array.from({ length: 6 }, (_, index) => ({ ...link, ipKey, at: inMinutes(3 + 2 * index) })),
  );
  const all = [...ids, ...busy];
  await owner`
    update pending_clicks set user_agent = ${BROWSER}, ip = ${ipKey} where id = any (${all}::uuid[])`;
  await settle(20);
  const last = busy.slice(-1);
  expect(await judged(busy)).toEqual([`${version} 1 ip_daily`, `${version} 1 valid`]);
  expect(await judged(last)).toEqual([`${version} 1 ip_daily`]);
  await store(ofCampaign(link), { addressClicks: 100 }, { from: 60 });
  now = new Date(now.getTime() + 8 * DAY_MS);
  await owner`update clicks set recorded_at = clicked_at`;
  expect(await expireHeldClicks(ctx)).toMatchObject({ judged: 1, paid: 0, refused: 0 });
  await owner`
    update clicks set signals = signals || '[{"signal": "known_bot", "evidence": {}}]', user_agent = 'curl/8.0'
    where id = any (${last}::uuid[])`;
  now = new Date(now.getTime() + DAY_MS);
  expect(await expireHeldClicks(ctx)).toMatchObject({ judged: 1, refused: 1 });
  expect(await judged(last)).toEqual([`${version} 1 known_bot`]);
});

it("cannot be changed or deleted by the application", async () => {
  await store(ofCampaign(await addLink()), { burstClicks: 3 });
  await expect(db.sql`update policy_overrides set until = now()`).rejects.toThrow("permission");
  await expect(db.sql`delete from policy_overrides`).rejects.toThrow("permission");
});

it("is refused by the database with one operator twice, two subjects or too long a time", async () => {
  const link = await addLink();
  const insert = (more: Partial<Parameters<typeof insertOverride>[1]>) =>
    withTx(db, (tx) =>
      insertOverride(tx, {
        ...{ ...ofCampaign(link), values: {}, activeFrom: now, until: inMinutes(60) },
        ...{ reason: "why", createdBy: requireOperator(ctx), createdAt: now, approvedBy: null },
        ...more,
      }),
    );
  await expect(insert({ approvedBy: requireOperator(ctx) })).rejects.toThrow("two_operators");
  await expect(
    insert({ ...ofCreator(link), ...{ campaignId: asId<CampaignId>(link.campaignId) } }),
  ).rejects.toThrow("subject");
  await expect(insert({ until: inMinutes(366 * 24 * 60) })).rejects.toThrow("span");
  const month = { until: inMinutes(31 * 24 * 60) };
  await expect(insert({ ...month, approvedBy: requireOperator(second) })).rejects.toThrow("span");
  expect(await insert(month)).toBe(1);
});
