import { z } from "zod";
import { dollarsSchema } from "../amount-schema";
import { isLinkLabel, MAX_LABEL_LENGTH } from "../ids";
import { t } from "../language/t";
import { clickCountsSchema } from "./campaign";

const labelInvalid = () =>
  t`A name has letters, digits and hyphens only, at most ${MAX_LABEL_LENGTH}, such as bio or video-12`;

export const linkLabelSchema = z
  .string({ error: labelInvalid })
  .trim()
  .max(MAX_LABEL_LENGTH, { error: labelInvalid, abort: true })
  .toLowerCase()
  .refine(isLinkLabel, { error: labelInvalid });

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
