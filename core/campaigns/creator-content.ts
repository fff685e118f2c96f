/** What creators make. */
export const contentCategories = [
  "Roblox",
  "Minecraft",
  "Other games",
  "Let's plays",
  "Tutorials",
  "Reviews",
  "Comedy",
  "Animation",
  "Family",
  "Esports",
  "Vlogs",
  "Art",
  "Music",
  "Technology",
  "Something else",
] as const;
export type ContentCategory = (typeof contentCategories)[number];

/** Where creators publish. */
export const contentPlatforms = [
  "YouTube",
  "TikTok",
  "Twitch",
  "Instagram",
  "Discord",
  "X",
  "Other platforms",
] as const;
export type ContentPlatform = (typeof contentPlatforms)[number];

/** What a creator makes and where, or what a campaign wants; an empty list says nothing. */
export type CreatorContent = { categories: ContentCategory[]; platforms: ContentPlatform[] };

/** Returns whether a campaign that wants `wanted` wants a creator who makes `made`. */
export function wantsCreator(wanted: CreatorContent, made: CreatorContent): boolean {
  return shares(wanted.categories, made.categories) && shares(wanted.platforms, made.platforms);
}

/** Returns true if `after` wants at least all creators that `before` wants. */
export function wantsAtLeast(before: CreatorContent, after: CreatorContent): boolean {
  return holds(after.categories, before.categories) && holds(after.platforms, before.platforms);
}

/** Describes wanted creators: `Roblox or Tutorials, on YouTube`. Null if all are wanted. */
export function describeWanted({ categories, platforms }: CreatorContent): string | null {
  const parts = [
    categories.join(" or "),
    platforms.length > 0 ? `on ${platforms.join(" or ")}` : "",
  ];
  return parts.filter(Boolean).join(", ") || null;
}

function shares<Item>(wanted: Item[], made: Item[]): boolean {
  return wanted.length === 0 || wanted.some((item) => made.includes(item));
}

function holds<Item>(wide: Item[], narrow: Item[]): boolean {
  if (wide.length === 0) return true;
  return narrow.length > 0 && narrow.every((item) => wide.includes(item));
}
