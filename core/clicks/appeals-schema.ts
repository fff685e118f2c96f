import { z } from "zod";
import { pageQuerySchema } from "../schemas/page";
import { verdicts } from "./signal";

export const appealStates = ["open", "accepted", "declined"] as const;
export type AppealState = (typeof appealStates)[number];

/** Open appeals come oldest first, as they should be answered. */
export const appealsQuerySchema = pageQuerySchema.extend({
  state: z.enum(appealStates).default("open"),
});

export const appealSchema = z.object({
  id: z.string(),
  clickId: z.string(),
  clickedAt: z.iso.datetime(),
  campaignId: z.string(),
  campaign: z.string(),
  creatorId: z.string(),
  creator: z.string(),
  text: z.string(),
  appealedAt: z.iso.datetime(),
  /** The click's verdict now, and its reason; null when the click is no longer kept. */
  verdict: z.enum(verdicts).nullable(),
  reason: z.string().nullable(),
  /** What accepting pays. */
  micros: z.string().regex(/^\d+$/),
  state: z.enum(appealStates),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
});
export type Appeal = z.infer<typeof appealSchema>;
