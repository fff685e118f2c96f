import { z } from "zod";
import { dollarsSchema } from "../amount-schema";
import { clickCaseStates } from "../campaigns/cases";
import { t } from "../language/t";
import { listResponse, pageQuerySchema, timeSchema } from "../schemas";
import { typedText } from "../texts";
import { networkKinds } from "./category-names";
import { reasonCategories } from "./reasons";
import { verdicts } from "./signal";
import { deviceKinds } from "./user-agent";

const moment = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} is not a moment, as 2026-11-21T18:00:00Z is` });

/** Selects the clicks of a campaign that match all of these conditions. */
export const campaignClickFilterSchema = z.object({
  verdict: z.enum(verdicts, { error: `verdict must be one of ${verdicts.join(", ")}` }).optional(),
  category: z
    .enum(reasonCategories, { error: `category must be one of ${reasonCategories.join(", ")}` })
    .optional(),
  creator: z.uuid({ error: "creator must be the id of a user" }).optional(),
  country: z
    .string()
    .regex(/^([A-Z]{2}|unknown)$/, { error: "country must be two capital letters or unknown" })
    .optional(),
  device: z
    .enum(deviceKinds, { error: `device must be one of ${deviceKinds.join(", ")}` })
    .optional(),
  /** Inclusive lower bound of the time of the click. */
  from: moment("from").optional(),
  /** Exclusive upper bound of the time of the click. */
  to: moment("to").optional(),
});
export type CampaignClickFilter = z.infer<typeof campaignClickFilterSchema>;

export const campaignClicksQuerySchema = pageQuerySchema.extend({
  ...campaignClickFilterSchema.shape,
  cursor: z.string().max(100).optional(),
});
export type CampaignClicksQuery = z.infer<typeof campaignClicksQuerySchema>;

/** Schema of a page of clicks. With `since`, earlier clicks cannot be read now. */
export function clicksResponse<Item extends z.ZodType>(item: Item) {
  return listResponse(item).extend({ since: timeSchema.optional() });
}

/** A click as its campaign's developer sees it, without what identifies the visitor. */
export const campaignClickSchema = z.object({
  id: z.string(),
  clickedAt: z.iso.datetime(),
  creatorId: z.string(),
  creator: z.string(),
  verdict: z.enum(verdicts),
  /** Category of the reason; null for pending clicks, and for valid ones that no game proved. */
  category: z.string().nullable(),
  /** ISO 3166 code, or `unknown`. */
  country: z.string(),
  device: z.string(),
  network: z.enum(networkKinds),
  /** The site that it came from: its host, `direct`, or `other`. */
  referrer: z.string(),
  /** What the click paid its creator, and the platform's fee on top, in dollars; 0 if it is not valid. */
  price: z.number(),
  fee: z.number(),
  /** The ledger transaction that paid the click, also if it was reversed later. */
  transactionId: z.string().nullable(),
  /** The ledger transaction that returned the price to the campaign. */
  reversalId: z.string().nullable(),
  /** State of the developer's objection to the click; null without one. */
  objection: z.enum(clickCaseStates).nullable(),
});
export type CampaignClick = z.infer<typeof campaignClickSchema>;

/** A click with the rule of its reason in a sentence; null without a reason. */
export const explainedClickSchema = campaignClickSchema.extend({ rule: z.string().nullable() });
export type ExplainedClick = z.infer<typeof explainedClickSchema>;

export const MIN_APPEAL = 10;
export const MAX_APPEAL = 500;

export const ownClicksQuerySchema = pageQuerySchema.extend({
  cursor: z.string().max(100).optional(),
  verdict: z.enum(verdicts).optional(),
  /** Only the newest refused or held click of each UTC day and reason; its `alike` counts the others. */
  each: z.literal("group", { error: "each must be group" }).optional(),
});
export type OwnClicksQuery = z.infer<typeof ownClicksQuerySchema>;

export const ownAppealSchema = z.object({
  state: z.enum(clickCaseStates),
  text: z.string(),
  answer: z.string().nullable(),
  /** All clicks of the link with the day and the reason of this one. */
  clicks: z.int(),
  appealedAt: timeSchema,
  answeredAt: timeSchema.nullable(),
});

/** A click as its creator sees it: verdict and reason, without data about the visitor. */
export const ownClickSchema = z.object({
  id: z.string(),
  clickedAt: timeSchema,
  verdict: z.enum(verdicts),
  /**
   * Category of the reason, and the rule in a sentence; null for pending clicks, and for valid ones
   * unless the game proved them.
   */
  category: z.string().nullable(),
  rule: z.string().nullable(),
  /** Pay of the click in dollars. */
  paid: dollarsSchema,
  /**
   * Seconds until a pending click can be judged; 0 if it can be judged now; null for judged clicks.
   */
  judgedInSeconds: z.int().nullable(),
  /** The kind of network that a refused or held click came from, in words; null for others. */
  network: z.string().nullable(),
  appeal: ownAppealSchema.nullable(),
  /** End of the appeal period; null if the click cannot be appealed. */
  appealUntil: timeSchema.nullable(),
  /** How many refused and held clicks of the link have its UTC day and reason: one appeal is about all. */
  alike: z.int(),
});
export type OwnClick = z.input<typeof ownClickSchema>;

export const appealInputSchema = z.object({
  text: typedText({
    label: () => t`The appeal`,
    minLength: MIN_APPEAL,
    maxLength: MAX_APPEAL,
    requiredMessage: () => t`Please say in a sentence why the clicks should count.`,
    isMultiline: true,
  }),
});

/** A click in the creator's live list; sent when it is recorded and again when it is judged. */
export const liveClickSchema = ownClickSchema.omit({
  network: true,
  appeal: true,
  appealUntil: true,
  alike: true,
});
export type LiveClick = z.input<typeof liveClickSchema>;

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
