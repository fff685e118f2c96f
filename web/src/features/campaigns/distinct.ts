/** Keeps the first of campaigns with the same id: one whose budget changes can be on two pages of a list. */
export function distinct<Item extends { _id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.toReversed().map((item) => [item._id, item])).values()].toReversed();
}
