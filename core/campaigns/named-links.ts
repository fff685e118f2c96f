import { z } from "zod";
import { dollarsSchema } from "../amount-schema";
import { isLinkName, MAX_LINK_NAME_LENGTH } from "../ids";
import { t } from "../language/t";
import { clickCountsSchema } from "./campaign";

const nameInvalid = () =>
  t`A name has letters, digits and hyphens only, at most ${MAX_LINK_NAME_LENGTH}, such as bio or video-12`;

export const linkNameSchema = z
  .string({ error: nameInvalid })
  .trim()
  .max(MAX_LINK_NAME_LENGTH, { error: nameInvalid, abort: true })
  .toLowerCase()
  .refine(isLinkName, { error: nameInvalid });

/** A named link and its judged clicks. */
export const namedLinkSchema = z.object({
  name: z.string(),
  link: z.string(),
  /** The address of a removed name still works; its new clicks count for the link without a name. */
  removed: z.boolean(),
  clicks: clickCountsSchema.omit({ pending: true }),
  earnings: dollarsSchema,
});
export type NamedLink = z.input<typeof namedLinkSchema>;
