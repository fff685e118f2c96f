import { z } from "zod";
import { typedText } from "../schemas/typed-text";

/** Why an operator changes something; it goes to the audit log, and often to the person concerned. */
export const reasonSchema = typedText({
  label: "The reason",
  maxLength: 500,
  requiredMessage: "A reason is required",
});

/** How an operator asks for a change: why, and whether only to say what it would be. */
export const changeInputSchema = z.object({
  reason: reasonSchema,
  dryRun: z.boolean().default(false),
});
export type ChangeInput = z.infer<typeof changeInputSchema>;

const factsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** What a change was, or what it would be: exactly what its audit row says. */
export const changeSchema = z.object({
  action: z.string(),
  subject: z.string(),
  before: factsSchema,
  after: factsSchema,
  /** False for a dry run. */
  applied: z.boolean(),
});
export type OperatorChange = z.infer<typeof changeSchema>;

export const changeResponseSchema = z.object({ status: z.literal("success"), data: changeSchema });
