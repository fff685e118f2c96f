import type { CampaignId, UserId } from "@fairclick/core/ids";
import type { Named } from "../clicks/click-decisions";
import { arrayLiteral, type Queryable, type Tx } from "../db/client";

export type NewNotice = {
  kind: string;
  at: Date;
  inApp: boolean;
  /** The mail's place among those that wait, lowest first; null for a notice without a mail. */
  mailRank: number | null;
  mailTo: string | null;
};

type NewRecipient = {
  id: string;
  userId: UserId | null;
  data: unknown;
  dedupeKey: string | null;
  /** What the recipient's webhooks receive; null for kinds without webhooks. */
  body: string | null;
};

export type NoticeRow = {
  id: string;
  kind: string;
  data: unknown;
  at: Date;
  readAt: Date | null;
};

/** Mails of one kind to one address per day; further notices of the kind are shown in the app only. */
const MAILS_PER_DAY = 20;
/** Those after this many wait behind mails to others. */
const SHARE = 5;

/**
 * Inserts one notice per recipient, `null` for the operators. Deleted users get none. A notice that
 * repeats kind, key and recipient is dropped. Every notice that is written has a delivery
 * per webhook that wants its kind.
 */
export async function insertNotices(
  tx: Tx,
  { recipients, ...notice }: NewNotice & { recipients: NewRecipient[] },
): Promise<void> {
  if (recipients.length === 0) return;
  const { mailTo } = notice;
  await tx`
    /* notices.insert */
    with recipient as (
      select *, row_number() over (partition by "userId") as number
      from jsonb_to_recordset(${tx.json(recipients as never)})
        as r (id uuid, "userId" uuid, data jsonb, "dedupeKey" text, body text)
    ), written as (
      insert into notices (id, user_id, kind, data, dedupe_key, at, in_app, mail_rank, mail_status,
        mail_to, mail_due_at, mail_problem)
      select r.id, r."userId", ${notice.kind}, r.data, r."dedupeKey", ${notice.at}, ${notice.inApp},
        m.rank, m.status, ${notice.mailTo},
        case m.status when 'queued' then ${notice.at}::timestamptz end,
        case m.status when 'skipped' then 'Too many mails of this kind today' end
      from recipient r
      cross join lateral (
        select case when r."userId" is null then 0 else count(*) + r.number end as mails
        from notices n
        where n.kind = ${notice.kind} and n.at > ${notice.at}::timestamptz - interval '1 day'
          and n.mail_status in ('queued', 'sent')
          and ${mailTo ? tx`lower(n.mail_to) = lower(${mailTo})` : tx`n.user_id = r."userId"`}
      ) today
      cross join lateral (
        select ${notice.mailRank}::smallint + (today.mails > ${SHARE})::int as rank,
          case when ${notice.mailRank}::smallint is not null then
            case when today.mails > ${MAILS_PER_DAY} then 'skipped' else 'queued' end end as status
      ) m
      where r."userId" is null
        or exists (select from users where id = r."userId" and deleted_at is null)
      on conflict do nothing
      returning id, user_id
    )
    insert into webhook_deliveries (endpoint_id, event_id, event, body, at, due_at, expires_at)
    select e.id, w.id, ${notice.kind}, r.body, ${notice.at}, ${notice.at},
      ${notice.at}::timestamptz + interval '3 days'
    from written w
    join recipient r on r.id = w.id and r.body is not null
    join webhook_endpoints e on e.user_id = w.user_id and e.disabled is null
      and e.events @> array[${notice.kind}]::text[]`;
}

type Page = { userId: UserId; before: string | null; limit: number };

/** Lists the newest first. */
export async function listNotices(
  db: Queryable,
  { userId, before, limit }: Page,
): Promise<NoticeRow[]> {
  return db<NoticeRow[]>`
    /* notices.list */
    select id, kind, data, at, read_at from notices
    where user_id = ${userId} and in_app
      and (${before}::uuid is null or id < ${before})
    order by id desc limit ${limit}`;
}

/** Counts up to `most`, so that a long list costs no more than a short one. */
export async function countUnreadNotices(
  db: Queryable,
  { userId, most }: { userId: UserId; most: number },
): Promise<number> {
  const [row] = await db<{ unread: number }[]>`
    /* notices.countUnread */
    select count(*)::int as unread from (
      select from notices where user_id = ${userId} and in_app and read_at is null limit ${most}
    ) unread`;
  return row?.unread ?? 0;
}

/**
 * Marks the notice `upTo` and all older ones as read. Notifies the user's other pages if any was
 * unread.
 */
export async function markNoticesRead(
  db: Queryable,
  { userId, upTo, at }: { userId: UserId; upTo: string; at: Date },
): Promise<void> {
  await db`
    /* notices.markRead */
    with marked as (
      update notices set read_at = ${at}
      where user_id = ${userId} and in_app and read_at is null and id <= ${upTo}
      returning 1
    )
    select pg_notify('notice', ${userId}) where exists (select from marked)`;
}

/** Deletes up to `limit` notices from before `at`, except those with a mail to send. Returns their number. */
export async function deleteNoticesBefore(
  db: Queryable,
  { at, limit }: { at: Date; limit: number },
): Promise<number> {
  const deleted = await db`
    /* notices.deleteBefore */
    delete from notices where id in (
      select id from notices where at < ${at} and mail_status is distinct from 'queued'
      order by at limit ${limit})`;
  return deleted.count;
}

export async function deleteUserNotices(tx: Tx, userId: UserId): Promise<void> {
  await tx`/* notices.deleteOf */ delete from notices where user_id = ${userId}`;
  await tx`/* notices.deleteOptOutsOf */ update users set mail_opt_outs = '{}' where id = ${userId}`;
  await tx`/* notices.deleteTokensOf */ delete from one_time_tokens where user_id = ${userId}`;
  await tx`/* notices.deleteMarksOf */ delete from webhook_marks where user_id = ${userId}`;
  await tx`/* notices.deleteWebhooksOf */ delete from webhook_endpoints where user_id = ${userId}`;
}

export async function hasNotice(
  db: Queryable,
  { kind, key }: { kind: string; key: string },
): Promise<boolean> {
  const found = await db`
    /* notices.has */
    select from notices where kind = ${kind} and dedupe_key = ${key} limit 1`;
  return found.count > 0;
}

export type LowBudget = {
  campaignId: string;
  name: string;
  developerId: UserId;
  budgetMicros: bigint;
  leftMicros: bigint;
  /** Nothing is left for another click at the price of now. */
  exhausted: boolean;
};

/**
 * Lists campaigns with less than 20 % of their budget, sorted by id. Leaves out what was reported for
 * the same budget.
 */
export async function listLowBudgets(
  tx: Tx,
  { campaignIds, at }: { campaignIds: readonly string[]; at: Date },
): Promise<LowBudget[]> {
  return tx<LowBudget[]>`
    /* lowBudgets.list */
    select low.* from (
      select c.id as campaign_id, c.name, c.developer_id,
        c.budget_micros, b.left_micros,
        b.left_micros < click_cost(p.payout_micros, c.fee_basis_points) as exhausted
      from unnest(${arrayLiteral(campaignIds)}::uuid[]) as given (id)
      join campaigns c on c.id = given.id
      join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
      left join held_claims h on h.campaign_id = c.id
      cross join lateral (
        select a.balance_micros - coalesce(h.micros, 0) as left_micros) b
      cross join lateral (
        select payout_micros from campaign_prices p
        where p.campaign_id = c.id and p.starts_at <= ${at}
        order by p.starts_at desc limit 1) p
      where b.left_micros * 5 < c.budget_micros and c.released_at is null
    ) low
    where not exists (
      select from notices n
      where n.kind = 'campaign.budget_low'
        and n.dedupe_key = low.campaign_id || ':' || low.budget_micros
          || case when low.exhausted then ':nothing' else ':some' end
        and n.user_id = low.developer_id)
    order by campaign_id`;
}

export async function listCampaignNames(db: Queryable, ids: string[]): Promise<Named[]> {
  return db<Named[]>`
    /* clickDecisions.listCampaignNames */ select id, name from campaigns where id = any (${ids}::uuid[])`;
}

/** Lists all creators who joined a campaign, sorted by id. */
export async function listCreatorIds(db: Queryable, campaignId: CampaignId): Promise<UserId[]> {
  const rows = await db<{ id: UserId }[]>`
    /* notices.listCreatorIds */
    select creator_id as id from links where campaign_id = ${campaignId} order by creator_id`;
  return rows.map(({ id }) => id);
}

export type Pause = { campaignId: CampaignId; name: string; pausedAt: Date };

/** Lists those of the campaigns that are paused, sorted by id. */
export async function listPauses(db: Queryable, ids: readonly CampaignId[]): Promise<Pause[]> {
  return db<Pause[]>`
    /* campaignPauses.list */
    select id as campaign_id, name, paused_at from campaigns
    where id = any (${ids}::uuid[]) and paused_at is not null order by id`;
}
