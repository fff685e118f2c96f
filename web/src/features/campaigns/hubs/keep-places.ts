import type { JoinedCampaignResponse, ListedCampaign } from "@fairclick/core/campaigns/campaign";

/** Where a campaign stood in the list when the user joined it. */
export type Place = { id: string; index: number };

/** Puts campaigns that the user joined in this list back to where they stood. */
export function keepPlaces(
  joinable: readonly ListedCampaign[],
  joined: readonly JoinedCampaignResponse[],
  places: readonly Place[],
): (ListedCampaign | JoinedCampaignResponse)[] {
  const items: (ListedCampaign | JoinedCampaignResponse)[] = [...joinable];
  for (const { id, index } of places.toSorted((a, b) => a.index - b.index)) {
    const campaign = joined.find(({ _id }) => _id === id);
    if (campaign && !items.includes(campaign)) items.splice(index, 0, campaign);
  }
  return items;
}
