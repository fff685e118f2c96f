import { z } from "zod";
import { formatList, t } from "../language/t";

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

export function wantsAtLeast(before: CreatorContent, after: CreatorContent): boolean {
  return holds(after.categories, before.categories) && holds(after.platforms, before.platforms);
}

/** Describes wanted creators: `Roblox or Tutorials, on YouTube`. Null if all are wanted. */
export function describeWanted({ categories, platforms }: CreatorContent): string | null {
  const make = joinChoices(categories);
  const on = joinChoices(platforms);
  if (make && on) return t`${make}, on ${on}`;
  return make || (on ? t`on ${on}` : null);
}

/** Pair by pair, so that English repeats the "or". */
function joinChoices(choices: readonly (ContentCategory | ContentPlatform)[]): string {
  return choices
    .map(contentName)
    .reduce((list, name) => (list === "" ? name : formatList([list, name], "or")), "");
}

export function contentName(choice: ContentCategory | ContentPlatform): string {
  switch (choice) {
    case "Other games":
      return t`Other games`;
    case "Let's plays":
      return t`Let's plays`;
    case "Tutorials":
      return t`Tutorials`;
    case "Reviews":
      return t`Reviews`;
    case "Comedy":
      return t`Comedy`;
    case "Animation":
      return t`Animation`;
    case "Family":
      return t`Family`;
    case "Esports":
      return t`Esports`;
    case "Vlogs":
      return t`Vlogs`;
    case "Art":
      return t`Art`;
    case "Music":
      return t`Music`;
    case "Technology":
      return t`Technology`;
    case "Something else":
      return t`Something else`;
    case "Other platforms":
      return t`Other platforms`;
    default:
      return choice;
  }
}

function shares<Item>(wanted: Item[], made: Item[]): boolean {
  return wanted.length === 0 || wanted.some((item) => made.includes(item));
}

function holds<Item>(wide: Item[], narrow: Item[]): boolean {
  if (wide.length === 0) return true;
  return narrow.length > 0 && narrow.every((item) => wide.includes(item));
}

/** Returns the chosen ones of a list, in its order and without repeats. */
const chosen = <const Item extends string>(list: readonly Item[], error: () => string) =>
  z
    .array(z.enum(list, { error }))
    .max(list.length, { error: () => t`A choice is repeated` })
    .transform((items) => list.filter((item) => items.includes(item)));

export const creatorContentSchema = z.object({
  categories: chosen(contentCategories, () => t`This category of content is unknown`),
  platforms: chosen(contentPlatforms, () => t`This platform is unknown`),
});

export const creatorContentResponseSchema = z.object({
  categories: z.array(z.enum(contentCategories)),
  platforms: z.array(z.enum(contentPlatforms)),
});
