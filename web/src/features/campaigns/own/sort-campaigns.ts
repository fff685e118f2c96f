import type { OwnCampaignResponse } from "@fairclick/core/campaigns/campaign-schema";

export const sortings = ["newest", "spend", "clicks", "end", "name"] as const;
export type Sorting = (typeof sortings)[number];

/** The sorting that an address names; the newest first if it names none or an unknown one. */
export function parseSorting(text: unknown): Sorting {
  return sortings.find((each) => each === text) ?? "newest";
}

export const sortingNames: Record<Sorting, string> = {
  newest: "Newest first",
  spend: "Most spent",
  clicks: "Most clicks",
  end: "Ends soonest",
  name: "By name",
};

type Campaign = Pick<OwnCampaignResponse, "name" | "spend" | "totalClicks" | "endDate">;

/** Returns the campaigns in this order; the server lists the newest first. Campaigns that are over come last by end. */
export function sortCampaigns<Item extends Campaign>(
  campaigns: readonly Item[],
  { sorting, now }: { sorting: Sorting; now: Date },
): Item[] {
  const untilEnd = ({ endDate }: Item) => {
    const ms = Date.parse(endDate) - now.getTime();
    return ms > 0 ? ms : Number.MAX_SAFE_INTEGER;
  };
  switch (sorting) {
    case "newest":
      return [...campaigns];
    case "spend":
      return campaigns.toSorted((a, b) => b.spend - a.spend);
    case "clicks":
      return campaigns.toSorted((a, b) => b.totalClicks - a.totalClicks);
    case "end":
      return campaigns.toSorted((a, b) => untilEnd(a) - untilEnd(b));
    case "name":
      return campaigns.toSorted((a, b) => a.name.localeCompare(b.name));
  }
}
