import { z } from "zod";
import { dataResponse } from "./schemas";
import { typedText } from "./texts";

/** Why an operator changes something. Goes to the audit log, and often to the user concerned. */
export const reasonSchema = typedText({
  label: "The reason",
  maxLength: 500,
  requiredMessage: "A reason is required",
});

/**
 * Input of every operator change; `dryRun` only returns what the change would be. With the `seen` of a
 * dry run, the change is refused if it would no longer concern exactly what the dry run counted.
 */
export const changeInputSchema = z.object({
  reason: reasonSchema,
  dryRun: z.boolean().default(false),
  seen: z.string().max(100).optional(),
});
export type ChangeInput = z.infer<typeof changeInputSchema>;

const factsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** A change or its dry run, exactly as its audit row records it. */
export const changeSchema = z.object({
  action: z.string(),
  subject: z.string(),
  before: factsSchema,
  after: factsSchema,
  /** False for a dry run. */
  applied: z.boolean(),
  /** Marks what was counted, for the `seen` of the change itself; null if nothing is counted. */
  seen: z.string().nullable(),
});
export type OperatorChange = z.infer<typeof changeSchema>;

export const changeResponseSchema = dataResponse(changeSchema);
