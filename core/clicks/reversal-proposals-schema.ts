import { z } from "zod";
import { signalOrder } from "./signal";

/** A paid click whose address newer lists refuse, while its earnings wait. */
export const reversalProposalSchema = z.object({
  clickId: z.string(),
  clickedAt: z.iso.datetime(),
  campaign: z.string(),
  creator: z.string(),
  /** Null once it has been forgotten. */
  address: z.string().nullable(),
  /** What the click's address shows now. */
  signal: z.enum(signalOrder),
  evidence: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  paidMicros: z.string().regex(/^\d+$/),
  proposedAt: z.iso.datetime(),
});
