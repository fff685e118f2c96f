import type { Tx } from "../db/client";

/** Measures the records of all developers who have funded a campaign. */
export async function measureDeveloperRecords(tx: Tx): Promise<void> {
  await tx`
    /* developerRecords.measure */
    insert into developer_records as kept (developer_id, campaigns, ended_early, paid_micros)
    select c.developer_id, count(*), count(c.ended_early_at), coalesce(sum(p.paid_micros), 0)
    from campaigns c
    left join (
      select campaign_id, sum(paid_micros) as paid_micros from link_outcomes group by campaign_id
    ) p on p.campaign_id = c.id
    where c.funded_at is not null
    group by c.developer_id order by c.developer_id
    on conflict (developer_id) do update
    set campaigns = excluded.campaigns, ended_early = excluded.ended_early,
      paid_micros = excluded.paid_micros
    where (kept.campaigns, kept.ended_early, kept.paid_micros)
      is distinct from (excluded.campaigns, excluded.ended_early, excluded.paid_micros)`;
}
