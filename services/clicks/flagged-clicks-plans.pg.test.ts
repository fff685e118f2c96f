import { campaignClicksQuerySchema } from "@fairclick/core/clicks/campaign-clicks";
import { clicksQuerySchema } from "@fairclick/core/clicks/flagged-clicks";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { insertJudgedClicks } from "@fairclick/sql/testing/insert-judged-clicks";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeAll, expect, it } from "vitest";
import { openExportPlaces } from "../files";
import { addCampaign, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { listFlaggedClicks, showFlaggedClick } from "./flagged-clicks";
import { exportCampaignClicks, listClicksOfOwnCampaign } from "./read-clicks";
import { maintainPartitions } from "./retain";

const { db, owner } = await createTestDatabase();
const ctx = systemCtx(db);
const FLAGGED = 50_000;
const OTHERS = 300_000;

let campaignId = "";
let developerId = "";
let creatorId = "";

/** Clicks of the last three days; every 500th flagged one is held for a VPN, every 5,000th came through Tor. */
beforeAll(async () => {
  await maintainPartitions(ctx);
  const campaigns = [await addCampaign(db), await addCampaign(db)];
  const creators = await Promise.all(Array.from({ length: 20 }, () => addUser(db)));
  campaignId = campaigns[0]?.id ?? "";
  developerId = campaigns[0]?.developerId ?? "";
  creatorId = creators[0] ?? "";
  await owner`
    insert into links (campaign_id, creator_id, code)
    select campaign_id, creator_id, gen_random_uuid()
    from unnest(${campaigns.map(({ id }) => id)}::uuid[]) campaign_id, unnest(${creators}::uuid[]) creator_id`;
  await insertJudgedClicks(
    owner,
    owner`
      select gen_random_uuid() as id, now() - n * interval '700 ms' as clicked_at,
        (${campaigns.map(({ id }) => id)}::uuid[])[1 + n % 2] as campaign_id,
        (${creators}::uuid[])[1 + n % 20] as creator_id, '10.0.0.0'::inet + n as ip_key, n::text as device_key,
        case when not flagged then '[]' else jsonb_build_array(jsonb_build_object('signal', reason, 'evidence', '{}'::jsonb)) end as signals,
        case when not flagged then 'valid' when reason = 'vpn' then 'held' else 'invalid' end as verdict,
        case when flagged then reason end as reason, case when n % 50000 = 0 then 'JP' else 'US' end as country
      from (
        select n, n % 7 = 0 as flagged,
          case when n % 35000 = 0 then 'tor' when n % 3500 = 0 then 'vpn' else 'known_bot' end as reason
        from generate_series(1, ${FLAGGED + OTHERS}) n
      ) click`,
  );
  // Of whole days: Postgres' plan for a day depends on how much of it is over.
  await owner`
    insert into cases (id, kind, campaign_id, user_id, text, micros, about, opened_at)
    select gen_random_uuid(), 'appeals', campaign_id, creator_id, 'It was a person', 1500,
      jsonb_build_object('day', (clicked_at at time zone 'UTC')::date, 'reason', reason), now()
    from clicks where verdict = 'held' and clicked_at < date_trunc('day', now())
      and clicked_at >= date_trunc('day', now()) - interval '2 days'
    order by id limit 20
    on conflict do nothing`;
  // Else the autovacuum summarises an index meanwhile, for which it reads all clicks.
  await owner`vacuum (analyze) clicks, click_visitors, cases`;
});

/** How many rows of clicks the statements have read, by whatever way. */
async function watch<Result>(read: () => Promise<Result>) {
  const before = await countRead();
  const result = await read();
  return { result, rows: (await countRead()) - before };
}

async function countRead(): Promise<number> {
  await Promise.all(Array.from({ length: 8 }, () => flush()));
  const [row] = await owner<{ rows: number }[]>`
    select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows
    from pg_stat_user_tables where relname ~ '^(clicks_|click_visitors_)'`;
  return row?.rows ?? 0;
}

/** Every connection keeps its counts to itself for a while. */
async function flush(): Promise<void> {
  await db.transactions`select pg_stat_force_next_flush(), pg_sleep(0.05)`;
}

const list = (filter: object) => listFlaggedClicks(ctx, clicksQuerySchema.parse(filter));

it.each([
  ["the newest", () => ({})],
  ["held ones", () => ({ verdict: "held" })],
  ["a frequent signal", () => ({ signal: "known_bot" })],
  ["a rare signal", () => ({ signal: "tor" })],
  ["a campaign", () => ({ campaign: campaignId })],
  ["a creator", () => ({ creator: creatorId })],
  ["a link", () => ({ campaign: campaignId, creator: creatorId })],
  ["a link's paid clicks", () => ({ campaign: campaignId, creator: creatorId, verdict: "valid" })],
  ["open appeals", () => ({ appealed: "true" })],
  ["an address", () => ({ address: "10.0.0.7" })],
  ["a range", () => ({ address: "10.0.4.0/24" })],
  ["a time", () => ({ to: new Date(Date.now() - 86_400_000).toISOString() })],
])("a page of %s is read, and few others", async (_, filter) => {
  const { result, rows } = await watch(() => list({ ...filter(), limit: 50 }));
  expect(result.items.length).toBeGreaterThan(0);
  expect(rows).toBeLessThan(7_000);
});

it("goes through all 50,000 page by page, each once", async () => {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await list({ cursor, limit: 500 });
    for (const { id } of page.items) seen.add(id);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen.size).toBe(FLAGGED);
});

it("reads few rows to show a click with its neighbours", async () => {
  const [click] = (await list({ signal: "tor", limit: 1 })).items;
  const { result, rows } = await watch(() => showFlaggedClick(ctx, { id: click?.id ?? "" }));
  expect(result.click.reason).toBe("tor");
  expect(rows).toBeLessThan(500);
});

const asDeveloper = () => ({
  ...ctx,
  actor: { kind: "user" as const, userId: asId<UserId>(developerId) },
});
const own = () => ({ id: asId<CampaignId>(campaignId) });

/**
 * An hour has 2,571 clicks of the campaign, three hours 771 of a link: up to two of them are sorted for a page.
 * A page that finds little takes six statements of up to 20,000 clicks, each with up to two hours more.
 */
it.each([
  ["all clicks", 5_300, () => ({})],
  ["a link", 1_700, () => ({ creator: creatorId })],
  ["the paid ones", 40_000, () => ({ verdict: "valid" })],
  ["a frequent category", 40_000, () => ({ category: "Bot traffic" })],
  ["an old time", 5_300, () => ({ to: new Date(Date.now() - 2 * 86_400_000).toISOString() })],
  ["a rare country", 155_000, () => ({ country: "JP" })],
] as const)("a developer's page of %s reads few clicks", async (_, most, filter) => {
  const query = campaignClicksQuerySchema.parse({ ...filter(), limit: 50 });
  const { result, rows } = await watch(() =>
    listClicksOfOwnCampaign(asDeveloper(), { ...own(), ...query }),
  );
  expect(result.items.length).toBeGreaterThan(0);
  expect(result.nextCursor).not.toBeNull();
  expect(rows).toBeLessThan(most);
});

it("finds all clicks of a rare country over several pages", async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...own(), country: "JP", cursor, limit: 100 };
    const page = await listClicksOfOwnCampaign(asDeveloper(), query);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(new Set(seen).size).toBe(7);
  expect(seen).toHaveLength(7);
});

it("exports one snapshot while clicks change", async () => {
  const from = new Date(Date.now() - 86_400_000 / 4).toISOString();
  const clicks = owner`from clicks where campaign_id = ${campaignId} and clicked_at >= ${from}`;
  const [newest] = await owner<
    { id: string }[]
  >`select id ${clicks} order by clicked_at desc limit 1`;
  const [oldest] = await owner<{ id: string }[]>`select id ${clicks} order by clicked_at limit 1`;
  const ends = [newest?.id ?? "", oldest?.id ?? ""];
  await owner`update clicks set country = 'AA' where id = ${ends[0] ?? ""}`;
  let isExporting = true;
  const swap = async () => {
    while (isExporting) {
      await owner`
        update clicks set country = case country when 'AA' then 'US' else 'AA' end
        where id = any (${ends}) and clicked_at >= ${from}`;
    }
  };
  const swapping = swap();
  const wanted = { ...own(), from };
  const counts: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const file = await exportCampaignClicks(asDeveloper(), {
      ...wanted,
      openPlace: () => openExportPlaces()({ userId: "somebody", network: "home" }),
    });
    const lines = (await new Response(file).text()).split("\r\n");
    counts.push(lines.filter((line) => line.includes(",AA,")).length);
  }
  isExporting = false;
  await swapping;
  expect(counts).toEqual([1, 1, 1, 1, 1]);
});
