import { z } from "zod";
import { t } from "../language/t";
import { typedText } from "../schemas/typed-text";

/** Max drafts per account. */
export const MAX_DRAFTS = 20;
const MAX_FIELDS = 60;
const MAX_BYTES = 48_000;

const value = typedText({
  label: () => t`The draft`,
  maxLength: 20_000,
  tooLongMessage: () => t`A text of the draft is too long to be saved`,
  isMultiline: true,
});

/**
 * The wizard's fields as typed, by name: texts and lists of texts. They are checked when the
 * campaign is launched, so a draft can be incomplete.
 */
const fields = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z]{1,40}$/, { error: () => t`A field of the draft has an invalid name` }),
    z.union([value, z.array(value).max(300, { error: () => t`A list of the draft is too long` })]),
  )
  .refine((all) => Object.keys(all).length <= MAX_FIELDS, {
    error: () => t`A draft has at most ${MAX_FIELDS} fields`,
  })
  .refine((all) => new TextEncoder().encode(JSON.stringify(all)).length <= MAX_BYTES, {
    error: () => t`A draft has at most ${MAX_BYTES / 1_000} kB`,
  });

export type DraftFields = z.infer<typeof fields>;

/** The step of the wizard that is open. */
const step = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type DraftStep = z.infer<typeof step>;

export const saveDraftSchema = z.object({ fields, step });

export const draftSummarySchema = z.object({
  _id: z.string(),
  /** The game's title as typed; empty if it has none yet. */
  title: z.string(),
  step,
  updatedAt: z.string(),
});
export type DraftSummary = z.infer<typeof draftSummarySchema>;

export const draftResponseSchema = draftSummarySchema.extend({
  fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

export const draftsResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(draftSummarySchema),
});
