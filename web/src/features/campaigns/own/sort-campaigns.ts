import type { OwnCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";

export const sortings = ["newest", "spend", "clicks", "end", "name"] as const;
export type Sorting = (typeof sortings)[number];

/** Returns the sorting named in an address; newest first if it names none or an unknown one. */
export function parseSorting(text: unknown): Sorting {
  return sortings.find((each) => each === text) ?? "newest";
}

export const sortingNames: Record<Sorting, string> = {
  newest: t`Newest first`,
  spend: t`Most spent`,
  clicks: t`Most clicks`,
  end: t`Ends soonest`,
  name: t`By name`,
};

type Campaign = Pick<OwnCampaignResponse, "name" | "spend" | "totalClicks" | "endDate">;

/** Sorts campaigns, which the server lists newest first. Sorted by end, campaigns that are over come last. */
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
