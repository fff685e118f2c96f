/** Removes repeated campaigns: a campaign can be on two pages of a list if its budget changes in between. */
export function removeRepeats<Item extends { _id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.toReversed().map((item) => [item._id, item])).values()].toReversed();
}
