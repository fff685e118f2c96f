import { verifyBooks } from "@fairclick/services/money/ledger";
import type { Db } from "@fairclick/sql/db/client";
import { readMovedClicks } from "./agreement/truth";
import type { Answers } from "./visit-all";

export type Violation = { claim: string; rows: object[] };

const SHOWN = 10;

/**
 * Returns the claims that do not hold, each with up to ten rows: checked with queries of its own
 * and with the checks of books and statistics. Reads Postgres and ClickHouse.
 */
export async function findViolations(
  db: Db,
  { answered, banners }: Pick<Answers, "answered" | "banners">,
): Promise<Violation[]> {
  const { sql } = db;
  const moved = (await readMovedClicks(db)).map(({ at: _, ...click }) => ({
    ...{ id: click.id, campaign_id: click.campaignId, creator_id: click.creatorId },
    ...{ verdict: click.verdict, paid_micros: `${click.micros}`, fee_micros: `${click.feeMicros}` },
  }));
  const clicks = sql`(
    select id, campaign_id, creator_id, verdict, clicks.paid_micros, fee_micros from clicks
    union all select * from jsonb_to_recordset(${sql.json(moved)})
      as m (id uuid, campaign_id uuid, creator_id uuid, verdict text, paid_micros bigint, fee_micros bigint)
  )`;
  const all = sql`(select id from pending_clicks union all select id from ${clicks} k)`;
  const queries = [
    {
      claim: "every answered click is stored once",
      rows: await sql`
        select a.id, count(c.id)::int as rows
        from unnest(${[...answered]}::uuid[]) as a (id) left join ${all} c on c.id = a.id
        group by a.id having count(c.id) <> 1 limit ${SHOWN}`,
    },
    {
      claim: "no click is stored twice",
      rows: await sql`
        select id, count(*)::int as rows from ${all} c group by id having count(*) > 1 limit ${SHOWN}`,
    },
    {
      claim: "every valid click is paid at its campaign's price, and no other is paid",
      rows: await sql`
        select k.id, k.verdict, k.paid_micros::text as paid, p.payout_micros::text as price
        from ${clicks} k join campaign_prices p on p.campaign_id = k.campaign_id
        where k.paid_micros <> case when k.verdict = 'valid' then p.payout_micros else 0 end
        limit ${SHOWN}`,
    },
    {
      claim: "creators have earned the price of their valid clicks, once each",
      rows: await sql`
        select creator_id as creator, k.micros::text as clicks, a.balance_micros::text as earned
        from (select creator_id, sum(paid_micros) as micros from ${clicks} c group by 1) k
        join ledger_accounts a on a.kind = 'earnings' and a.owner_id = k.creator_id
        where k.micros <> a.balance_micros limit ${SHOWN}`,
    },
    {
      claim: "no campaign has paid more than it reserved",
      rows: await sql`
        select c.id, c.budget_micros::text as reserved, sum(k.paid_micros)::text as paid,
          sum(k.fee_micros)::text as fees
        from ${clicks} k join campaigns c on c.id = k.campaign_id and k.verdict = 'valid'
        group by c.id having sum(k.paid_micros + k.fee_micros) > c.budget_micros
        limit ${SHOWN}`,
    },
    {
      claim: "no banner has more impressions than requests",
      rows: await sql`
        select link, t.impressions::text as counted, a.times::text as queries
        from impression_totals t
        join links l on l.campaign_id = t.campaign_id and l.creator_id = t.creator_id
        cross join lateral (select l.campaign_id || ' ' || l.creator_id as link) n
        left join unnest(${[...banners.keys()]}::text[], ${[...banners.values()]}::int[]) as a (link, times) using (link)
        where t.impressions > coalesce(a.times, 0) limit ${SHOWN}`,
    },
  ];
  const proofs = [await verifyBooks({ db }), await verifyBooks({ db }, { all: true })];
  const proved = proofs
    .flatMap(({ checks }) => checks)
    .map(({ claim, differences }) => ({ claim, rows: differences }));
  return [...queries, ...proved].filter(({ rows }) => rows.length > 0);
}
