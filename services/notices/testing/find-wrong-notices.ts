import type { Queryable } from "@fairclick/sql/db/client";

export type WrongNotice = { kind: string; userId: string; key: string; notices: number };

/**
 * Compares what happened to money with the notices about it. Returns the changes that have no notice
 * or several, and the notices without a change. Deleted accounts have no notices.
 */
export async function findWrongNotices(db: Queryable): Promise<WrongNotice[]> {
  return db<WrongNotice[]>`
    with changes (kind, user_id, key) as (
      select 'deposit.arrived', user_id, id::text from deposits
        where status = 'completed' and checkout_session_id <> 'cs_' || id
      union all
      select 'withdrawal.requested', user_id, id::text from withdrawals
      union all
      select 'withdrawal.sent', user_id, id::text from withdrawals where transfer_id is not null
      union all
      select 'withdrawal.failed', user_id, id::text from withdrawals
        where status = 'failed' and transfer_id is null and failure_reason not like 'You cancelled%'
      union all
      select 'withdrawal.failed', user_id, id || ':' || returned_micros from withdrawals
        where returned_micros > 0
      union all
      select 'refund.failed', user_id, id::text from refunds
        where status = 'failed' and failure_reason not like 'You cancelled%'
      union all
      select 'refund.sent', user_id, id::text from refunds where status in ('sent', 'succeeded')
    ), told as (
      select case when kind = 'withdrawal.held' then 'withdrawal.requested' else kind end as kind,
        user_id, dedupe_key as key
      from notices where dedupe_key is not null
    ), counted as (
      select kind, user_id, key, count(*)::int as notices from told group by 1, 2, 3
    )
    select coalesce(c.kind, n.kind) as kind, coalesce(c.user_id, n.user_id) as "userId",
      coalesce(c.key, n.key) as key, coalesce(n.notices, 0) as notices
    from changes c full join counted n using (kind, user_id, key)
    left join users u on u.id = coalesce(c.user_id, n.user_id)
    where u.deleted_at is null
      and (n.notices is distinct from 1 and c.kind is not null
        or c.kind is null and n.kind in ('deposit.arrived', 'withdrawal.requested', 'withdrawal.sent'))
    order by 1, 2, 3 limit 10`;
}
