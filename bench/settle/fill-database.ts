import type { BenchLink } from "@fairclick/e2e/world/market";
import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { insertJudgedClicks } from "@fairclick/sql/testing/insert-judged-clicks";

type Filling = { links: number; stored: number };

const BATCH_SIZE = 500_000;
const DAY_MS = 86_400_000;

/**
 * Adds links of more creators and judged clicks of the last 24 hours until the database holds
 * `links` and `stored`.
 */
export async function fillDatabase(
  { db, owner }: { db: Db; owner: Sql },
  known: readonly BenchLink[],
  { links, stored }: Filling,
): Promise<void> {
  const now = Date.now();
  await makeClickPartitions(db.sql, { from: new Date(now - 2 * DAY_MS), to: new Date(now) });
  const campaigns = [...new Set(known.map(({ campaignId }) => campaignId))];
  const creators = Math.ceil((links - known.length) / campaigns.length);
  if (creators > 0) {
    await owner`
      with added as (
        insert into users (id, username, email, password_hash)
        select gen_random_uuid(), 'filler' || n, 'filler' || n || '@example.test', 'none'
        from generate_series(1, ${creators}) n returning id
      ), accounts as (
        insert into ledger_accounts (kind, owner_id) select 'earnings', id from added
      )
      insert into links (campaign_id, creator_id, code)
      select campaign, added.id, 'f' || row_number() over ()
      from unnest(${campaigns}::uuid[]) campaign, added`;
  }
  for (let start = 0; start < stored; start += BATCH_SIZE) {
    await insertJudgedClicks(
      owner,
      owner`
        select gen_random_uuid() as id, now() - random() * interval '24 hours' as clicked_at,
          ${campaigns[0] ?? ""}::uuid as campaign_id, ${known[0]?.creatorId ?? ""}::uuid as creator_id,
          ('81.' || (random() * 255)::int || '.' || (random() * 255)::int || '.1')::inet as ip_key,
          'cookie:' || gen_random_uuid() as device_key,
          'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36' as user_agent, 'invalid' as verdict,
          'known_bot' as reason
        from generate_series(1, ${Math.min(BATCH_SIZE, stored - start)})`,
    );
  }
  await owner`analyze`;
}
