import type { CampaignId, UserId } from "@fairclick/core/ids";
import { kindsForOwner } from "@fairclick/core/money/withdrawals";
import type { Tx } from "../db/client";

/** A row of the archive. A bigint is an amount in micros. */
export type ArchivedRow = Record<string, unknown>;
type List = (tx: Tx, userId: UserId, page: number) => AsyncIterable<ArchivedRow[]>;

const accountLists: Record<string, List> = {
  account: (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.account */
      select id, username, email, email_verified_at as "emailConfirmedAt", country, language,
        content_categories as categories, content_platforms as platforms,
        created_at as "memberSince", password_hash is not null as "hasPassword",
        credentials_changed_at as "credentialsChangedAt", google_subject as "googleId",
        stripe_customer_id as "stripeCustomerId", stripe_account_id as "stripeAccountId",
        stripe_account_connected_at as "payoutsConnectedAt",
        stripe_account_verified as "payoutsReady", suspended_at as "suspendedAt",
        to_char(birth_month, 'YYYY-MM') as "birthMonth",
        guardian_confirmed_at as "guardianConfirmedAt"
      from users where id = ${userId}`.cursor(page),
  sessions: (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.sessions */
      select id, user_agent as browser, created_at as "signedInAt", used_at as "lastUsedAt",
        expires_at as "expiresAt"
      from sessions where user_id = ${userId} order by created_at, id`.cursor(page),
  "places-seen": (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.places */
      select 'sign-in' as during, kind, key, seen_at as "seenAt" from presences
        where user_id = ${userId}
      union all select 'payment', kind, key, seen_at from deposit_places where user_id = ${userId}
      order by "seenAt", kind, key`.cursor(page),
  notices: (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.notices */
      select id, kind, at, data - 'browser' as data, read_at as "readAt",
        coalesce(mail_to, case when mail_sent_at is not null then 'your address' end) as "mailedTo",
        mail_sent_at as "mailedAt"
      from notices where user_id = ${userId} order by id`.cursor(page),
  "mails-switched-off": (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.optOuts */
      select kind from users, unnest(mail_opt_outs) as kind
      where id = ${userId} order by kind`.cursor(page),
  "api-keys": (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.keys */
      select id, name, scopes, created_at as "createdAt", last_used_at as "lastUsedAt",
        expires_at as "expiresAt"
      from personal_keys where user_id = ${userId} order by id`.cursor(page),
  passkeys: (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.passkeys */
      select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
      from passkeys where user_id = ${userId} order by id`.cursor(page),
  "accepted-terms": (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.terms */
      select version, accepted_at as "acceptedAt" from terms_acceptances
      where user_id = ${userId} order by version`.cursor(page),
  recoveries: (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.recoveries */
      select id, address, requested_at as "requestedAt", due_at as "dueAt", cancelled_at as "cancelledAt", cancelled_by as "cancelledBy",
        finished_at as "finishedAt"
      from recoveries where user_id = ${userId} order by id`.cursor(page),
  channels: (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.channels */
      select id, platform, name, url, code, created_at as "createdAt",
        verified_at as "verifiedAt", verified_by as "verifiedBy", checked_at as "checkedAt",
        revoked_at as "revokedAt"
      from creator_channels where user_id = ${userId} order by created_at, id`.cursor(page),
  webhooks: (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.webhooks */
      select id, url, events, disabled, created_at as "createdAt" from webhook_endpoints
      where user_id = ${userId} order by created_at, id`.cursor(page),
};

const marketplaceLists: Record<string, List> = {
  campaigns: (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.campaigns */
      select c.id, c.name, c.game_title as "gameTitle", c.description, c.game_url as "gameUrl",
        c.target_audience as "targetAudience", c.trailer_link as "trailerLink", c.genres,
        c.hashtags, c.conversion_tips as "conversionTips", c.budget_micros as budget,
        c.fee_micros as fee, c.starts_at as "startsAt", c.ends_at as "endsAt",
        c.created_at as "createdAt", c.funded_at as "fundedAt", c.paused_at as "pausedAt",
        c.wanted_categories as "wantedCategories", c.wanted_platforms as "wantedPlatforms",
        c.audience_countries as "audienceCountries", c.audience_devices as "audienceDevices",
        c.cover_hash as "coverHash", c.cover_alt as "coverAlt"
      from campaigns c where c.developer_id = ${userId} order by c.created_at, c.id`.cursor(page),
  "campaign-hosts": (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.hosts */
      select host, live_since as "liveSince" from campaign_hosts
      where developer_id = ${userId} order by live_since, host`.cursor(page),
  "cover-uploads": (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.coverUploads */
      select hash, uploaded_at as "uploadedAt" from cover_uploads
      where user_id = ${userId} order by uploaded_at, hash`.cursor(page),
  "click-objections": (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.objections */
      select o.id, o.campaign_id as "campaignId", o.text, o.clicks, o.micros::bigint as amount,
        o.objected_at as "objectedAt", o.state, o.answer, o.answered_at as "answeredAt"
      from click_objections o join campaigns c on c.id = o.campaign_id
      where c.developer_id = ${userId} order by o.id`.cursor(page),
  links: (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.links */
      select l.campaign_id as "campaignId", c.name as campaign, l.code, l.joined_at as "joinedAt",
        l.disabled_at as "disabledAt", l.disabled_by as "disabledBy", l.share_url as "shareUrl",
        l.labels as names
      from links l join campaigns c on c.id = l.campaign_id
      where l.creator_id = ${userId} order by l.joined_at, l.campaign_id`.cursor(page),
  "join-requests": (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.joinRequests */
      select r.campaign_id as "campaignId", c.name as campaign, r.message, r.state, r.answer,
        r.requested_at as "requestedAt", r.decided_at as "decidedAt"
      from join_requests r join campaigns c on c.id = r.campaign_id
      where r.creator_id = ${userId} order by r.requested_at, r.campaign_id`.cursor(page),
  "click-appeals": (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.appeals */
      select id, click_id as "clickId", campaign_id as "campaignId", text,
        appealed_at as "appealedAt", state, answer, answered_at as "answeredAt"
      from click_appeals where creator_id = ${userId} order by id`.cursor(page),
};

const moneyLists: Record<string, List> = {
  deposits: (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.deposits */
      select id, amount_micros as amount, status, failure_reason as "failureReason",
        created_at as "createdAt", completed_at as "completedAt", card_brand as "cardBrand",
        card_last4 as "cardLast4", card_fingerprint as "cardFingerprint",
        checkout_session_id as "stripeSessionId"
      from deposits where user_id = ${userId} order by created_at, id`.cursor(page),
  withdrawals: (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.withdrawals */
      select id, amount_micros as amount, returned_micros as returned, currency, status,
        failure_reason as "failureReason", requested_at as "requestedAt",
        completed_at as "completedAt", held_at as "heldAt",
        (select array_agg(distinct case when kind = any (${[...kindsForOwner]}::text[]) then kind
          else 'security' end) from unnest(hold_kinds) kind) as "holdKinds",
        hold_until as "holdUntil", transfer_id as "stripeTransferId"
      from withdrawals where user_id = ${userId} order by requested_at, id`.cursor(page),
  refunds: (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.refunds */
      select id, deposit_id as "depositId", amount_micros as amount, status,
        failure_reason as "failureReason", requested_at as "requestedAt",
        stripe_refund_id as "stripeRefundId"
      from refunds where user_id = ${userId} order by requested_at, id`.cursor(page),
  "dispute-pardons": (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.pardons */
      select disputes_pardoned_at as "pardonedAt" from users
      where id = ${userId} and disputes_pardoned_at is not null`.cursor(page),
  "payout-banks": (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.banks */
      select fingerprint, seen_at as "seenAt" from payout_banks
      where user_id = ${userId} order by seen_at, fingerprint`.cursor(page),
  "ledger-entries": (tx, userId, page) =>
    tx<ArchivedRow[]>`
      /* archive.ledger */
      select t.id as "transactionId", t.kind, t.created_at as at, a.kind as account,
        e.micros as amount
      from ledger_accounts a
        join ledger_entries e on e.account_id = a.id
        join ledger_transactions t on t.id = e.transaction_id
      where a.owner_id = ${userId} order by t.id, a.kind`.cursor(page),
};

/** The lists of an archive by the name of their file, each in the order of time. */
export const archivedLists = { ...accountLists, ...marketplaceLists, ...moneyLists };

/** Lists the campaigns that the user has a link to, in the order of joining. */
export async function listArchivedLinks(tx: Tx, userId: UserId): Promise<CampaignId[]> {
  const rows = await tx<{ id: CampaignId }[]>`
    /* archive.linkedCampaigns */
    select campaign_id as id from links where creator_id = ${userId} order by joined_at, campaign_id`;
  return rows.map(({ id }) => id);
}
