import { z } from "zod";
import { dollarsSchema } from "../amount-schema";
import { t } from "../language/t";
import { typedText } from "../texts";
import { campaignClickFilterSchema } from "./campaign-clicks";

const MIN_TEXT = 10;
const MAX_TEXT = 500;

/** Only paid clicks can be objected to, so their verdict is no condition. */
const objectedFilterSchema = campaignClickFilterSchema.omit({ verdict: true }).strict();
export type ObjectedFilter = z.infer<typeof objectedFilterSchema>;

export const objectionTextSchema = typedText({
  label: () => t`The objection`,
  minLength: MIN_TEXT,
  maxLength: MAX_TEXT,
  requiredMessage: () => t`Please say in a sentence why these clicks should not be paid.`,
  isMultiline: true,
});

/** An objection to one paid click, or to all paid clicks that a filter matches. */
export const objectionInputSchema = z
  .object({
    clickId: z.uuid({ error: "clickId must be the id of a click" }).optional(),
    filter: objectedFilterSchema.optional(),
    text: objectionTextSchema,
  })
  .refine(({ clickId, filter }) => (clickId === undefined) !== (filter === undefined), {
    error: "Name the clicks by clickId or by filter, not both",
  });
export type ObjectionInput = z.infer<typeof objectionInputSchema>;

/** How many paid clicks an objection is about, and their cost in dollars with the platform's fees. */
export const madeObjectionSchema = z.object({
  id: z.string(),
  clicks: z.int(),
  cost: dollarsSchema,
});
