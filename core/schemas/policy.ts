import { z } from "zod";
import { signalOrder } from "../clicks/signal";

export const policyResponseSchema = z.object({
  /** Each click is stored with the version that judged it. */
  version: z.number().int(),
  windowSeconds: z.number().int(),
  burstClicks: z.number().int(),
  /** In the order in which they decide. */
  rules: z.array(
    z.object({
      signal: z.enum(signalOrder),
      category: z.string(),
      rule: z.string(),
      effect: z.enum(["invalid", "held", "unpaid", "note"]),
    }),
  ),
});
export type PolicyResponse = z.infer<typeof policyResponseSchema>;
