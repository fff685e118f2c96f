import type { UserId } from "@fairclick/core/ids";
import { type Queryable, requireRow, type Tx } from "../db/client";
import { deletePasskeys, deleteSecondFactor } from "./factors";
import { deletePersonalKeys } from "./keys";
import { deleteUserSignInCodes } from "./one-time-tokens";
import { deleteUserRecoveries } from "./recoveries";

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
      stripe_account_verified = false, reclaimed_at = null, reclaimed_parts = null, country = null,
      is_minor = false, guardian_confirmed_at = null,
      content_categories = '{}', content_platforms = '{}', language = 'en', deleted_at = ${at},
      suspended_at = coalesce(suspended_at, ${at})
    where id = ${userId} and deleted_at is null`;
  return updated.count === 1;
}
