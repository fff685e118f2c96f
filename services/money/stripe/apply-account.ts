import type { Queryable } from "@fairclick/sql/db/client";
import { forgetStripeAccount, setAccountVerified } from "@fairclick/sql/money/stripe-users";
import type { EventHandler } from "./event-effect";
import { readAccount, type SeenAccount } from "./read-account";

export async function applyAccount(db: Queryable, account: SeenAccount): Promise<void> {
  const { id, checkedAt } = account;
  if (account.gone) await forgetStripeAccount(db, { accountId: id });
  else await setAccountVerified(db, { accountId: id, verified: account.verified, checkedAt });
}

export const onAccount: EventHandler = async (ctx, heard) => {
  if (!heard.account) return null;
  const account = await readAccount(ctx, heard.account);
  return (tx) => applyAccount(tx, account);
};
