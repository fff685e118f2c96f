import { z } from "zod";
import { pageQuerySchema } from "../schemas/page";
import { typedText } from "../schemas/typed-text";
import { verdicts } from "./signal";

export const MIN_APPEAL = 10;
export const MAX_APPEAL = 500;

export const ownClicksQuerySchema = pageQuerySchema.extend({
  /** What the page before answered. */
  cursor: z.string().max(100).optional(),
  verdict: z.enum(verdicts).optional(),
});
export type OwnClicksQuery = z.infer<typeof ownClicksQuerySchema>;

export const ownAppealSchema = z.object({
  state: z.enum(["open", "accepted", "declined"]),
  text: z.string(),
  /** What the operator said. */
  answer: z.string().nullable(),
  appealedAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
});

/** A click as its creator sees it: what became of it and why, and nothing of who clicked. */
export const ownClickSchema = z.object({
  id: z.string(),
  clickedAt: z.iso.datetime(),
  verdict: z.enum(verdicts),
  /**
   * The kind of reason, and the rule in a sentence; null for clicks that are not judged yet, and for valid
   * ones unless the game proved them.
   */
  category: z.string().nullable(),
  rule: z.string().nullable(),
  /** Dollars. */
  paid: z.number(),
  /** For pending clicks: in how many seconds they can be judged, 0 for any moment now. */
  judgedInSeconds: z.int().nullable(),
  appeal: ownAppealSchema.nullable(),
  /** Until when an appeal can be made; null where none can. */
  appealUntil: z.iso.datetime().nullable(),
});
export type OwnClick = z.infer<typeof ownClickSchema>;

export const appealInputSchema = z.object({
  text: typedText({
    label: "The appeal",
    minLength: MIN_APPEAL,
    maxLength: MAX_APPEAL,
    requiredMessage: "Please say in a sentence why the click should count.",
    isMultiline: true,
  }),
});
