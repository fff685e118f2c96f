import { z } from "zod";
import { listResponse } from "../schemas/page";

/** An account that operators are recovering. */
export const recoverySchema = z.object({
  id: z.string(),
  userId: z.string(),
  username: z.string(),
  email: z.string(),
  reason: z.string(),
  /** Name of the operator. */
  requestedBy: z.string(),
  requestedAt: z.iso.datetime(),
  /** When the waiting period ends. */
  dueAt: z.iso.datetime(),
});
export type Recovery = z.infer<typeof recoverySchema>;

export const recoveriesResponseSchema = listResponse(recoverySchema);

export const finishedRecoverySchema = z.object({
  /** A link that sets a new password, once; null if it was mailed to the user. */
  link: z.object({ url: z.string(), expiresAt: z.iso.datetime() }).nullable(),
});
export const finishedRecoveryResponseSchema = z.object({
  status: z.literal("success"),
  data: finishedRecoverySchema,
});
