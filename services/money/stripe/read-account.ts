import type { Queryable } from "@fairclick/sql/db/client";
import { readDatabaseTime } from "@fairclick/sql/db/secrets";
import { keepPayoutBanks } from "@fairclick/sql/money/payout-holds";
import { forgetStripeAccount, setAccountVerified } from "@fairclick/sql/money/stripe";
import type Stripe from "stripe";
import type { EventHandler } from "./event-effect";
import type { PaymentsCtx } from "./payments-ctx";
import { isAccountGone } from "./stripe-failure";

type SeenAccount = { id: string; checkedAt: Date } & (
  | { gone: true }
  | { gone: false; verified: boolean; detailsSubmitted: boolean; fingerprints: string[] }
);

/** Reads a connected account from Stripe. The time is the database's, which orders reads across processes. */
export async function readAccount(ctx: PaymentsCtx, id: string): Promise<SeenAccount> {
  const checkedAt = await readDatabaseTime(ctx.db.sql);
  try {
    const account = await ctx.stripe.accounts.retrieve(id);
    return {
      id,
      checkedAt,
      gone: false,
      verified: isVerified(account),
      detailsSubmitted: account.details_submitted,
      fingerprints: listFingerprints(account),
    };
  } catch (error) {
    if (isAccountGone(error)) return { id, checkedAt, gone: true };
    throw error;
  }
}

/** Can become false again: Stripe may request a document at any time. */
function isVerified(account: Stripe.Account): boolean {
  return account.payouts_enabled && account.capabilities?.transfers === "active";
}

/** Names the bank accounts and cards that the account pays out to. */
function listFingerprints({ external_accounts: accounts }: Stripe.Account): string[] {
  return [...new Set(accounts?.data.flatMap(({ fingerprint }) => fingerprint ?? []))];
}

export async function applyAccount(db: Queryable, account: SeenAccount): Promise<void> {
  const { id, checkedAt } = account;
  if (account.gone) await forgetStripeAccount(db, { accountId: id });
  else {
    const { verified, fingerprints } = account;
    await setAccountVerified(db, { accountId: id, verified, checkedAt });
    await keepPayoutBanks(db, { accountId: id, fingerprints, at: checkedAt });
  }
}

export const onAccount: EventHandler = async (ctx, heard) => {
  if (!heard.account) return null;
  const account = await readAccount(ctx, heard.account);
  return (tx) => applyAccount(tx, account);
};
