import { readDatabaseTime } from "@fairclick/sql/db/database-clock";
import type Stripe from "stripe";
import type { PaymentsCtx } from "./payments-ctx";
import { isAccountGone } from "./stripe-failure";

export type SeenAccount = { id: string; checkedAt: Date } & (
  | { gone: true }
  | { gone: false; verified: boolean; detailsSubmitted: boolean }
);

/** Asks Stripe what a connected account may do now. The database's clock orders the answers of all processes. */
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
    };
  } catch (error) {
    if (isAccountGone(error)) return { id, checkedAt, gone: true };
    throw error;
  }
}

/** Can turn false again: Stripe may ask for a document at any time. */
function isVerified(account: Stripe.Account): boolean {
  return account.payouts_enabled && account.capabilities?.transfers === "active";
}
