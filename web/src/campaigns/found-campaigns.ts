/** Removes repeated campaigns: a campaign can be on two pages of a list if its budget changes in between. */
export function removeRepeats<Item extends { _id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.toReversed().map((item) => [item._id, item])).values()].toReversed();
}

/** True if the name contains the search text, ignoring case. */
export function matchesName(campaign: { name: string }, search: string): boolean {
  return campaign.name.toLowerCase().includes(search.toLowerCase());
}
