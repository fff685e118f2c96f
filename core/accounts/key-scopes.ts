/** What a personal key may do, by scope. Each scope is independent of the others. */
export const keyScopes = {
  read: "Read campaigns, links, clicks, statistics and notices",
  campaigns: "Create, fund, change and end campaigns, paid from the wallet",
  links: "Join campaigns, and appeal clicks on your links",
  webhooks: "Read and change webhooks, and see their secrets and deliveries",
  payouts: "Read balances, payments, earnings and withdrawals",
} as const;
export type KeyScope = keyof typeof keyScopes;

/** The same names, in the order of `keyScopes`. */
export const keyScopeNames = Object.keys(keyScopes) as [KeyScope, ...KeyScope[]];
