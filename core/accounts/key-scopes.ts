import { t } from "../language/t";

/** What a personal key may do, by scope. Each scope is independent of the others. */
export const keyScopes = {
  get read() {
    return t`Read campaigns, links, clicks, statistics and notices`;
  },
  get campaigns() {
    return t`Create, fund, change and end campaigns, paid from the wallet`;
  },
  get links() {
    return t`Join campaigns, and appeal clicks on your links`;
  },
  get webhooks() {
    return t`Read and change webhooks, and see their secrets and deliveries`;
  },
  get payouts() {
    return t`Read balances, payments, earnings and withdrawals`;
  },
};
export type KeyScope = keyof typeof keyScopes;

/** The same names, in the order of `keyScopes`. */
export const keyScopeNames = Object.keys(keyScopes) as [KeyScope, ...KeyScope[]];
