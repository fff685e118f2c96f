import { z } from "zod";
import { verdicts } from "../clicks/signal";

/** One click as its creator sees it arrive, and again when it has been judged. */
export const liveClickSchema = z.object({
  id: z.string(),
  clickedAt: z.string(),
  verdict: z.enum(verdicts),
  /** How long until it can be judged; 0 when that is due, null when it has been. */
  judgedInMs: z.number().int().nullable(),
  /** The kind of reason and its rule in words; null for a click that is valid or not judged yet. */
  category: z.string().nullable(),
  rule: z.string().nullable(),
  paid: z.number(),
});
export type LiveClick = z.infer<typeof liveClickSchema>;
