import { type AudienceDevice, audienceDevices } from "@fairclick/core/campaigns/audience";
import { genres } from "@fairclick/core/campaigns/genres";
import { type JoinRule, joinRules } from "@fairclick/core/campaigns/join-rule";
import { type MarketOrder, marketOrders } from "@fairclick/core/campaigns/market-orders";

/** Filters and order of a list of campaigns, as in its address. */
export type MarketView = {
  search?: string;
  sort?: Exclude<MarketOrder, "newest">;
  genre?: (typeof genres)[number];
  country?: string;
  device?: AudienceDevice;
  whoMayJoin?: JoinRule;
  /** Only campaigns that the user can join or request to join. */
  fit?: "only";
};

/** Parses search parameters; leaves out invalid values. */
export function readMarketView(search: Record<string, unknown>): MarketView {
  const sort = find(marketOrders, search.sort);
  const genre = find(genres, search.genre);
  const device = find(audienceDevices, search.device);
  const whoMayJoin = find(joinRules, search.whoMayJoin);
  const { country } = search;
  return {
    ...(search.search === undefined ? {} : { search: String(search.search) }),
    ...(sort && sort !== "newest" ? { sort } : {}),
    ...(genre ? { genre } : {}),
    ...(typeof country === "string" && /^[A-Z]{2}$/.test(country) ? { country } : {}),
    ...(device ? { device } : {}),
    ...(whoMayJoin ? { whoMayJoin } : {}),
    ...(search.fit === "only" ? { fit: "only" as const } : {}),
  };
}

function find<Choice>(choices: readonly Choice[], value: unknown): Choice | undefined {
  return choices.find((choice) => choice === value);
}
