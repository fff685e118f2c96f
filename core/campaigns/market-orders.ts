/** Orders of the list of campaigns: the latest, the highest price, the most budget left, the best fit first. */
export const marketOrders = ["newest", "price", "budget", "fit"] as const;
export type MarketOrder = (typeof marketOrders)[number];
