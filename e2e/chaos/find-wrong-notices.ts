import type { Db, Sql } from "@fairclick/sql/db/client";
import type { Violation } from "./find-violations";

const SHOWN = 10;
const MAIL_TIMEOUT_MS = 60_000;

/**
 * Makes all mails due, also those that a killed worker was sending, and waits until none is queued.
 * Returns how many are left after the time-out.
 */
export async function waitUntilMailed(owner: Sql): Promise<number> {
  const deadline = performance.now() + MAIL_TIMEOUT_MS;
  for (;;) {
    const queued = await owner`
      update notices set mail_due_at = least(mail_due_at, now()) where mail_status = 'queued'`;
    if (queued.count === 0 || performance.now() > deadline) return queued.count;
    await Bun.sleep(1_000);
  }
}

/**
 * Returns the claims about notices and mails that do not hold: each change of the load has its notice
 * once, and each mail was accepted once per message id. `messageIds`: one per mail of the mailbox.
 */
export async function findWrongNotices(
  { sql }: Db,
  messageIds: readonly string[],
): Promise<Violation[]> {
  const ids = messageIds.map((id) => id.slice(1, id.indexOf("@")));
  const claims = [
    {
      claim: "every spent budget has its notice once, and a low one at most one",
      rows: await sql`
        select c.id, left_micros::text as left, n.exhausted, n.low
        from campaigns c
        join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
        left join held_claims h on h.campaign_id = c.id
        join campaign_prices p on p.campaign_id = c.id
        cross join lateral (select a.balance_micros - coalesce(h.micros, 0) as left_micros) b
        cross join lateral (
          select count(*) filter (where n.data ->> 'left' = 'nothing')::int as exhausted,
            count(*) filter (where n.data ->> 'left' = 'some')::int as low
          from notices n where n.user_id = c.developer_id and n.kind = 'campaign.budget_low'
            and n.dedupe_key in (
              c.id || ':' || c.budget_micros || ':nothing', c.id || ':' || c.budget_micros || ':some')
        ) n
        where n.exhausted > 1 or n.low > 1
          or n.exhausted < (left_micros < click_cost(p.payout_micros, c.fee_basis_points))::int
          or n.exhausted + n.low < (left_micros * 5 < c.budget_micros)::int
        limit ${SHOWN}`,
    },
    {
      claim: "every link with held clicks has a notice, at most one per hour",
      rows: await sql`
        select l.campaign_id as campaign, l.creator_id as creator, n.notices, n.hours
        from links l
        cross join lateral (
          select count(*)::int as notices, count(distinct dedupe_key)::int as hours from notices n
          where n.kind = 'clicks.held' and n.user_id = l.creator_id
            and n.data ->> 'campaignId' = l.campaign_id::text
        ) n
        where n.notices <> n.hours or n.notices = 0 and exists (
          select from clicks k where k.campaign_id = l.campaign_id and k.creator_id = l.creator_id
            and k.verdict = 'held')
        limit ${SHOWN}`,
    },
    {
      claim: "every review of a link has its notice once",
      rows: await sql`
        select f.id, count(n.id)::int as notices from link_findings f
        left join notices n on n.kind = 'link.reviewed' and n.dedupe_key = f.id || ':open'
        group by f.id having count(n.id) <> 1 limit ${SHOWN}`,
    },
    {
      claim: "every added webhook has its notice once",
      rows: await sql`
        select actor_id as user, added, notices from (
          select actor_id, count(*)::int as added from audit_log
          where action = 'webhook.create' group by 1
        ) a full join (
          select user_id as actor_id, count(*)::int as notices from notices
          where kind = 'account.security_changed' and data ->> 'change' = 'webhook_added'
          group by 1
        ) n using (actor_id)
        where added is distinct from notices limit ${SHOWN}`,
    },
    {
      claim: "every sent mail was accepted once per message id, and no other",
      rows: await sql`
        select coalesce(m.id, n.id::text) as id, n.kind, n.mail_status as status, m.mails
        from (
          select id, count(*)::int as mails from unnest(${ids}::text[]) as m (id) group by id
        ) m full join (select * from notices where mail_status in ('sent', 'queued', 'failed')) n
          on n.id::text = m.id
        where m.mails is distinct from 1 or n.mail_status is distinct from 'sent'
        limit ${SHOWN}`,
    },
  ];
  return claims.filter(({ rows }) => rows.length > 0);
}
