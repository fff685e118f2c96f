import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import type { ClickHouse } from "@fairclick/sql/db/clickhouse";
import { ch } from "@fairclick/sql/db/clickhouse";
import type { ListeningDb, Sql } from "@fairclick/sql/db/client";
import { createTestClickHouse } from "@fairclick/sql/testing/test-clickhouse";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect } from "vitest";
import { sealDays } from "../../money/ledger";
import { addCampaign, addPendingClicks, addUser, type TestClick } from "../../testing/marketplace";
import { operatorCtx } from "../../testing/operator-ctx";
import { systemCtx } from "../../testing/system-ctx";
import { MOVED_AFTER_DAYS } from "../move-days";
import { settleClicks } from "../settle-clicks";

const DAY_MS = 86_400_000;
export const now = new Date();
/** A day that is old enough to move, and not so old that personal data is erased. */
let nextDay = Math.floor(now.getTime() / DAY_MS - MOVED_AFTER_DAYS - 28) * DAY_MS;

export type MovingWorld = Awaited<ReturnType<typeof openMovingWorld>>;

/** Opens both stores, without clicks. Call it at the top of a test file. */
export async function openMovingWorld() {
  const { db, owner, url } = await createTestDatabase();
  const { clickhouse, config } = await createTestClickHouse();
  db.clickhouse = clickhouse;
  const ctx = systemCtx(db, () => now);
  const operator = await operatorCtx(db, owner, () => now);
  return { db, owner, url, clickhouse, config, ctx, operator };
}

/** Two campaigns, one with fees, on which two creators have links. */
export async function addMovingCampaigns(db: ListeningDb, owner: Sql) {
  const campaigns = [
    await addCampaign(db, { payoutMicros: 1_234n, feeBasisPoints: 750 }),
    await addCampaign(db, { payoutMicros: 99_999n }),
  ];
  const creators = [await addUser(db), await addUser(db)];
  for (const [place, { id }] of campaigns.entries()) {
    for (const [number, creatorId] of creators.entries()) {
      await owner`
        insert into links (campaign_id, creator_id, code)
        values (${id}, ${creatorId}, ${`code-${place}-${number}`})`;
    }
  }
  return { campaigns, creators };
}

type Links = Awaited<ReturnType<typeof addMovingCampaigns>>;

type Days = {
  days: number;
  /** Clicks of each day. */
  clicks: number;
  /** Whether the days have partitions when the clicks come. */
  parted?: boolean;
  /** The first of the days; the one after those before by default. */
  daysAgo?: number;
};

const agents = [null, 'Mozilla/5.0 (iPhone) O\'Brien \\ "x"', "日本\n\u2028 \t;--", "Mozilla/5.0"];
const countries = ["US", "DE", null, "BR"];
const referrers = ["direct", "example.com", "bücher.example", "it's.example"];

/** Settles clicks of all kinds on the next days: paid and refused ones, with and without a cookie. */
export async function addOldClicks(
  { db, ctx }: Pick<MovingWorld, "db" | "ctx">,
  { campaigns, creators }: Links,
  { days, clicks, parted = true, daysAgo }: Days,
): Promise<string[]> {
  const from = daysAgo ? Math.floor(now.getTime() / DAY_MS - daysAgo) * DAY_MS : nextDay;
  const to = from + days * DAY_MS;
  if (!daysAgo) nextDay = to;
  const span = { from: new Date(from), to: new Date(to - DAY_MS) };
  if (parted) await makeClickPartitions(db.sql, span);
  const rows = Array.from({ length: days * clicks }, (_, n): TestClick => {
    const at = from + Math.floor(n / clicks) * DAY_MS + (n % clicks) * Math.floor(DAY_MS / clicks);
    return {
      at: new Date(at),
      campaignId: campaigns[n % 2]?.id ?? "",
      creatorId: creators[n % 3 === 0 ? 1 : 0] ?? "",
      ipKey:
        n % 2 === 0
          ? `10.${n % 200}.${n % 7}.1`
          : `2001:db8:${(n % 5).toString(16)}:${n.toString(16)}::/64`,
      deviceKnown: n % 4 !== 0,
      ...(n % 5 === 1 ? { weakKey: `weak '${n}` } : {}),
      country: countries[n % 4] ?? null,
      referrerHost: referrers[n % 4] ?? "direct",
      userAgent: agents[n % 4] ?? null,
      asn: n % 3 === 0 ? null : 64_500 + (n % 3),
      ...(n % 6 === 1 ? { linkName: "bio" } : {}),
      signals:
        n % 5 === 2 ? [{ signal: "known_bot" as const, evidence: { name: `it's "${n}"` } }] : [],
    };
  });
  const ids = await addPendingClicks(db, rows);
  const all = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 5_000 };
  await settleClicks(ctx, { ...all, watermark: now });
  expect(await sealDays(ctx)).toEqual([]);
  return ids;
}

/** Every column of clicks in Postgres, as text. */
export function readKept(owner: Sql) {
  return owner<Record<string, string | null>[]>`
    select id, (extract(epoch from clicked_at) * 1000)::int8::text as at, campaign_id, creator_id, host(ip) as ip,
      host(ip_key) as ip_key, device_key, device_known::text, method, user_agent, referrer, country, asn::text,
      coalesce(signals, '[]')::text as signals, (extract(epoch from recorded_at) * 1000000)::int8::text as recorded, verdict, reason,
      policy_version::text, settlement_id::text, transaction_id, paid_micros::text, ip_data_version::text, device_class,
      browser, referrer_host, weak_key, price_micros::text, fee_micros::text, link_name
    from visited_clicks order by id`;
}

/** The same of the days that have moved. */
export async function readMoved(db: ListeningDb, clickhouse: ClickHouse) {
  const days = await db.sql<{ day: string; copy: number }[]>`
    select day::text, copy from dropped_days where clicks is not null`;
  const rows = await clickhouse.read<
    Record<string, string | null> & { day: string; copy: number }
  >(ch`
    select toString(id) as id, toString(toUnixTimestamp64Milli(clicked_at)) as at, campaign_id as "campaignId",
      creator_id as "creatorId", replaceOne(toString(ip), '::ffff:', '') as ip,
      replaceOne(toString(ip_key), '::ffff:', '') as "ipKey", device_key as "deviceKey",
      toString(device_known) as "deviceKnown", method, user_agent as "userAgent", referrer, country,
      toString(asn) as asn, signals, toString(toUnixTimestamp64Micro(recorded_at)) as recorded, verdict, reason,
      toString(policy_version) as "policyVersion", toString(settlement_id) as "settlementId",
      transaction_id as "transactionId", toString(paid_micros) as "paidMicros",
      toString(ip_data_version) as "ipDataVersion", device_class as "deviceClass", browser,
      referrer_host as "referrerHost", weak_key as "weakKey", toString(price_micros) as "priceMicros",
      toString(fee_micros) as "feeMicros", link_name as "linkName", toString(toDate(clicked_at)) as day, copy
    from clicks order by toString(id)`);
  const copies = new Map(days.map(({ day, copy }) => [day, copy]));
  return rows.flatMap(({ day, copy, ...row }) => (copies.get(day) === copy ? [row] : []));
}
