import { campaignTextNames } from "@fairclick/core/campaigns/campaign-input";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { listHoldsForOwner } from "@fairclick/core/money/holds";
import { type Queryable, requireRow, type Tx } from "../db/client";
import { deletePasskeys, deleteSecondFactor } from "./factors";
import { deletePersonalKeys } from "./keys";
import { deleteUserSignInCodes } from "./one-time-tokens";
import { deleteUserRecoveries } from "./recoveries";

/** A row of the archive. A bigint is an amount in micros. */
export type ArchivedRow = Record<string, unknown>;
type List = (tx: Tx, userId: UserId) => ReturnType<Tx>;

const accountLists: Record<string, List> = {
  account: (tx, userId) => tx`
    select id, username, email, email_verified_at as email_confirmed_at, country, language,
      content_categories as categories, content_platforms as platforms,
      created_at as member_since, password_hash is not null as has_password,
      credentials_changed_at, google_subject as google_id,
      stripe_customer_id, stripe_account_id,
      stripe_account_connected_at as payouts_connected_at,
      stripe_account_verified as payouts_ready, suspended_at,
      is_minor, guardian_confirmed_at, waits_for_game_at
    from users where id = ${userId}`,
  sessions: (tx, userId) => tx`
    select id, user_agent as browser, created_at as signed_in_at, used_at as last_used_at, expires_at
    from sessions where user_id = ${userId} order by created_at, id`,
  "places-seen": (tx, userId) => tx`
    select 'sign-in' as during, kind, key, seen_at from presences where user_id = ${userId}
    union all select 'payment', kind, key, seen_at from deposit_places where user_id = ${userId}
    order by seen_at, kind, key`,
  notices: (tx, userId) => tx`
    select id, kind, at, data - 'browser' as data, read_at,
      coalesce(mail_to, case when mail_sent_at is not null then 'your address' end) as mailed_to,
      mail_sent_at as mailed_at
    from notices where user_id = ${userId} order by id`,
  "mails-switched-off": (tx, userId) => tx`
    select kind from users, unnest(mail_opt_outs) as kind
    where id = ${userId} order by kind`,
  "api-keys": (tx, userId) => tx`
    select id, name, scopes, created_at, last_used_at, expires_at
    from personal_keys where user_id = ${userId} order by id`,
  passkeys: (tx, userId) => tx`
    select id, name, created_at, last_used_at
    from passkeys where user_id = ${userId} order by id`,
  "accepted-terms": (tx, userId) => tx`
    select version, accepted_at from terms_acceptances
    where user_id = ${userId} order by version`,
  recoveries: (tx, userId) => tx`
    select id, address, requested_at, due_at, cancelled_at, cancelled_by, finished_at
    from recoveries where user_id = ${userId} order by id`,
  channels: (tx, userId) => tx`
    select id, platform, name, url, code, created_at, verified_at, verified_by, checked_at, revoked_at
    from creator_channels where user_id = ${userId} order by created_at, id`,
  webhooks: (tx, userId) => tx`
    select id, url, events, disabled, created_at from webhook_endpoints
    where user_id = ${userId} order by created_at, id`,
};

const marketplaceLists: Record<string, List> = {
  campaigns: (tx, userId) => tx`
    select c.id, c.name, c.game_title, c.game_url, c.genres,
      ${tx(campaignTextNames.map((name) => `c.${name}`))}, c.budget_micros as budget,
      (c.fee_basis_points / 100.0)::float8 as fee_percent, c.starts_at, c.ends_at,
      c.created_at, c.funded_at, c.paused_at, c.wanted_categories, c.wanted_platforms,
      c.audience_countries, c.audience_devices, c.cover_hash, c.cover_alt
    from campaigns c where c.developer_id = ${userId} order by c.created_at, c.id`,
  "campaign-hosts": (tx, userId) => tx`
    select address, approved_at from campaign_hosts
    where developer_id = ${userId} order by approved_at, address`,
  "cover-uploads": (tx, userId) => tx`
    select hash, uploaded_at from cover_uploads
    where user_id = ${userId} order by uploaded_at, hash`,
  cases: (tx, userId) => tx`
    select id, kind, campaign_id, text, about, micros::bigint as amount, opened_at, state, answer,
      decided_at
    from cases where user_id = ${userId} order by id`,
  links: (tx, userId) => tx`
    select l.campaign_id, c.name as campaign, l.code, l.joined_at, l.disabled_at,
      l.disabled_by, l.names
    from links l join campaigns c on c.id = l.campaign_id
    where l.creator_id = ${userId} order by l.joined_at, l.campaign_id`,
  "join-requests": (tx, userId) => tx`
    select r.campaign_id, c.name as campaign, r.message, r.state, r.answer,
      r.requested_at, r.decided_at
    from join_requests r join campaigns c on c.id = r.campaign_id
    where r.creator_id = ${userId} order by r.requested_at, r.campaign_id`,
};

const moneyLists: Record<string, List> = {
  deposits: (tx, userId) => tx`
    select id, amount_micros as amount, status, failure_reason,
      created_at, completed_at, card_brand, card_last4, card_fingerprint,
      checkout_session_id as stripe_session_id
    from deposits where user_id = ${userId} order by created_at, id`,
  withdrawals: (tx, userId) => tx`
    select id, amount_micros as amount, returned_micros as returned, currency, status,
      failure_reason, requested_at, completed_at, held_at,
      (select array_agg(distinct case when kind = any (${listHoldsForOwner()}::text[]) then kind
        else 'security' end) from unnest(hold_kinds) kind) as hold_kinds,
      hold_until, transfer_id as stripe_transfer_id
    from withdrawals where user_id = ${userId} order by requested_at, id`,
  refunds: (tx, userId) => tx`
    select id, deposit_id, amount_micros as amount, stripe_fee_micros as stripe_fee, status,
      failure_reason, requested_at, stripe_refund_id
    from refunds where user_id = ${userId} order by requested_at, id`,
  "dispute-pardons": (tx, userId) => tx`
    select disputes_pardoned_at as pardoned_at from users
    where id = ${userId} and disputes_pardoned_at is not null`,
  "payout-banks": (tx, userId) => tx`
    select fingerprint, seen_at from payout_banks
    where user_id = ${userId} order by seen_at, fingerprint`,
  "ledger-entries": (tx, userId) => tx`
    select t.id as transaction_id, t.kind, t.created_at as at, a.kind as account, e.micros as amount
    from ledger_accounts a
      join ledger_entries e on e.account_id = a.id
      join ledger_transactions t on t.id = e.transaction_id
    where a.owner_id = ${userId} order by t.id, a.kind`,
};

const lists = { ...accountLists, ...marketplaceLists, ...moneyLists };

/** The lists of an archive, each with the name of its file, read in the order of time, page by page. */
export const archivedLists = Object.entries(lists).map(([name, list]) => ({
  name,
  read: (tx: Tx, userId: UserId, page: number) =>
    tx<ArchivedRow[]>`/* archive.list */ ${list(tx, userId)}`.cursor(page),
}));

/** Lists the campaigns that the user has a link to, in the order of joining. */
export async function listArchivedLinks(tx: Tx, userId: UserId): Promise<CampaignId[]> {
  const rows = await tx<{ id: CampaignId }[]>`
    /* archive.linkedCampaigns */
    select campaign_id as id from links where creator_id = ${userId} order by joined_at, campaign_id`;
  return rows.map(({ id }) => id);
}

export type TiesRow = {
  walletMicros: bigint;
  earningsMicros: bigint;
  /** Funded campaigns with an escrow that is not released yet, and what their escrows hold. */
  campaigns: number;
  budgetMicros: bigint;
  openDeposits: number;
  /** Includes transfers that Stripe has not paid out to the bank yet. */
  openWithdrawals: number;
  /** Deposits with an open dispute, which can still return money. */
  disputes: number;
  /** The latest transfer that a bank may still return; null if there is none. */
  lastSentAt: Date | null;
  /** Pending and held clicks on the user's own links. */
  undecidedClicks: number;
};

/**
 * Returns what ties the user to money. A bank can no longer return transfers that were completed
 * before `sentAfter`.
 */
export async function getTies(
  db: Queryable,
  { userId, sentAfter }: { userId: UserId; sentAfter: Date },
): Promise<TiesRow> {
  const [row] = await db<TiesRow[]>`
    /* accountDeletion.getTies */
    select
      (select coalesce(sum(balance_micros), 0) from ledger_accounts
        where owner_id = ${userId} and kind = 'wallet')::bigint as wallet_micros,
      (select coalesce(sum(balance_micros), 0) from ledger_accounts
        where owner_id = ${userId} and kind = 'earnings')::bigint as earnings_micros,
      (select count(*) from campaigns
        where developer_id = ${userId} and funded_at is not null and released_at is null)::int
        as campaigns,
      (select coalesce(sum(a.balance_micros), 0) from campaigns c
        join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
        where c.developer_id = ${userId} and c.released_at is null)::bigint as budget_micros,
      (select count(*) from deposits where user_id = ${userId} and status = 'pending')::int
        as open_deposits,
      (select count(*) from withdrawals where user_id = ${userId}
        and (status = 'pending' or (status = 'completed' and payout_id is null)))::int
        as open_withdrawals,
      (select count(*) from deposits d
        join ledger_lots l on l.reference = 'deposit:' || d.id and l.frozen_until = 'infinity'
        where d.user_id = ${userId})::int as disputes,
      (select max(completed_at) from withdrawals
        where user_id = ${userId} and status = 'completed' and completed_at > ${sentAfter})
        as last_sent_at,
      (select count(*) from links l
          join pending_clicks p on p.campaign_id = l.campaign_id and p.creator_id = l.creator_id
          where l.creator_id = ${userId})::int
      + (select count(*) from links l
          join clicks c on c.campaign_id = l.campaign_id and c.creator_id = l.creator_id
            and c.verdict = 'held'
          where l.creator_id = ${userId})::int as undecided_clicks`;
  return requireRow(row, "what ties a user to the books");
}

/** Locks the user, so that until the transaction ends no new row can refer to the user. */
export async function lockUser(tx: Tx, userId: UserId): Promise<void> {
  await tx`/* accountDeletion.lockUser */ select from users where id = ${userId} for update`;
}

type Anonymous = { userId: UserId; username: string; email: string; at: Date };

/**
 * Removes a user's personal data and sessions, and suspends the user; keeps the row, which the
 * books refer to. Notices and covers are deleted by their own functions. Returns false if the account was deleted already.
 */
export async function anonymiseUser(
  tx: Tx,
  { userId, username, email, at }: Anonymous,
): Promise<boolean> {
  await tx`/* accountDeletion.sessions */ delete from sessions where user_id = ${userId}`;
  await deleteUserSignInCodes(tx, userId);
  await deleteSecondFactor(tx, userId);
  await deletePasskeys(tx, userId);
  await deleteUserRecoveries(tx, userId);
  await deletePersonalKeys(tx, userId);
  await tx`/* accountDeletion.devices */ delete from known_devices where user_id = ${userId}`;
  await tx`/* accountDeletion.presences */ delete from presences where user_id = ${userId}`;
  await tx`/* accountDeletion.places */ delete from deposit_places where user_id = ${userId}`;
  await tx`/* accountDeletion.banks */ delete from payout_banks where user_id = ${userId}`;
  await tx`/* accountDeletion.requests */ delete from join_requests where creator_id = ${userId}`;
  await tx`/* accountDeletion.channels */ delete from creator_channels where user_id = ${userId}`;
  await tx`
    /* accountDeletion.linkNames */
    update links set names = '{}' where creator_id = ${userId} and names <> '{}'`;
  const updated = await tx`
    /* accountDeletion.anonymiseUser */
    update users set username = ${username}, email = ${email}, password_hash = null,
      google_subject = null, email_verified_at = null, stripe_customer_id = null,
      stripe_account_id = null, stripe_account_connected_at = null,
      stripe_account_verified = false, country = null,
      is_minor = false, waits_for_game_at = null, guardian_confirmed_at = null,
      content_categories = '{}', content_platforms = '{}', language = 'en', deleted_at = ${at},
      suspended_at = coalesce(suspended_at, ${at})
    where id = ${userId} and deleted_at is null`;
  return updated.count === 1;
}
