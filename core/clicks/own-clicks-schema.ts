import { z } from "zod";
import { t } from "../language/t";
import { pageQuerySchema } from "../schemas/page";
import { typedText } from "../schemas/typed-text";
import { verdicts } from "./signal";

export const MIN_APPEAL = 10;
export const MAX_APPEAL = 500;

export const ownClicksQuerySchema = pageQuerySchema.extend({
  /** `nextCursor` of the previous page. */
  cursor: z.string().max(100).optional(),
  verdict: z.enum(verdicts).optional(),
});
export type OwnClicksQuery = z.infer<typeof ownClicksQuerySchema>;

export const ownAppealSchema = z.object({
  state: z.enum(["open", "accepted", "declined"]),
  text: z.string(),
  /** The operator's answer. */
  answer: z.string().nullable(),
  appealedAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
});

/** A click as its creator sees it: verdict and reason, without data about the visitor. */
export const ownClickSchema = z.object({
  id: z.string(),
  clickedAt: z.iso.datetime(),
  verdict: z.enum(verdicts),
  /**
   * Category of the reason, and the rule in a sentence; null for pending clicks, and for valid ones
   * unless the game proved them.
   */
  category: z.string().nullable(),
  rule: z.string().nullable(),
  /** Pay of the click in dollars. */
  paid: z.number(),
  /**
   * Seconds until a pending click can be judged; 0 if it can be judged now; null for judged clicks.
   */
  judgedInSeconds: z.int().nullable(),
  appeal: ownAppealSchema.nullable(),
  /** End of the appeal period; null if the click cannot be appealed. */
  appealUntil: z.iso.datetime().nullable(),
});
export type OwnClick = z.infer<typeof ownClickSchema>;

export const appealInputSchema = z.object({
  text: typedText({
    label: () => t`The appeal`,
    minLength: MIN_APPEAL,
    maxLength: MAX_APPEAL,
    requiredMessage: () => t`Please say in a sentence why the click should count.`,
    isMultiline: true,
  }),
});
