import { z } from "zod";
import { t } from "../language/t";
import { contentCategories, contentPlatforms } from "./creator-content";

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
