import { z } from "zod";
import { changeInputSchema } from "../changes";
import { t } from "../language/t";
import { pageQuerySchema } from "../schemas";
import { typedText } from "../texts";
import { campaignClickFilterSchema } from "./campaign-clicks";
import { reversalCategories } from "./decisions";
import { objectionStates } from "./objections";
import { verdicts } from "./signal";

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

/** A filter that was accepted before. */
const condition = z.string().optional();
const storedFilterSchema = z.object({
  ...{ category: condition, creator: condition, country: condition, device: condition },
  ...{ from: condition, to: condition },
});

const shared = {
  id: z.string(),
  state: z.enum(objectionStates),
  text: z.string(),
  /** Null for a single click. */
  filter: storedFilterSchema.nullable(),
  /** How many clicks were paid when the objection was made. */
  clicks: z.int(),
  objectedAt: z.iso.datetime(),
  /** The operator's reason; the creators of reversed clicks see it too. */
  answer: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  reversedClicks: z.int(),
};

/** An objection as its developer sees it; amounts are dollars, with the platform's fees. */
export const ownObjectionSchema = z.object({ ...shared, cost: z.number(), returned: z.number() });
export type OwnObjection = z.infer<typeof ownObjectionSchema>;

const micros = z.string().regex(/^\d+$/);

/** An objection as operators see it. */
export const objectionSchema = z.object({
  ...shared,
  campaignId: z.string(),
  campaign: z.string(),
  developer: z.string(),
  /** What the clicks cost the developer when the objection was made, with the platform's fees. */
  micros,
  reversedMicros: micros,
  answeredBy: z.string().nullable(),
  /** All objections of the developer. */
  record: z.object({
    upheld: z.int(),
    dismissed: z.int(),
    /** Clicks of this campaign to which the developer has objected, and all its valid clicks. */
    objectedClicks: z.int(),
    validClicks: z.int(),
  }),
});
export type Objection = z.infer<typeof objectionSchema>;

/** An objection with its clicks, by creator and one by one. */
export const objectionDetailSchema = objectionSchema.extend({
  creators: z.array(
    z.object({
      creatorId: z.string(),
      creator: z.string(),
      clicks: z.int(),
      /** Clicks that are still paid. */
      valid: z.int(),
      /** Players that the game reported as joined, and as returned. */
      joined: z.int(),
      returned: z.int(),
    }),
  ),
  items: z.array(
    z.object({
      id: z.string(),
      clickedAt: z.iso.datetime(),
      creator: z.string(),
      /** Null if the click was deleted. */
      verdict: z.enum(verdicts).nullable(),
      country: z.string().nullable(),
      device: z.string().nullable(),
    }),
  ),
});
export type ObjectionDetail = z.infer<typeof objectionDetailSchema>;

/** Open objections are listed oldest first, the order in which to answer them. */
export const objectionsQuerySchema = pageQuerySchema.extend({
  state: z.enum(objectionStates).default("open"),
});

export const objectionAnswerSchema = changeInputSchema.extend({
  state: z.enum(["upheld", "dismissed"]),
  /** Why the clicks are reversed; for upheld objections. */
  category: z.enum(reversalCategories).default("other"),
});
export type ObjectionAnswer = z.infer<typeof objectionAnswerSchema>;
