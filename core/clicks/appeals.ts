import { z } from "zod";
import { pageQuerySchema } from "../schemas";
import { type Verdict, verdicts } from "./signal";

const APPEAL_DAYS = 30;
const DAY_MS = 86_400_000;

/** Returns the end of the appeal period; null if the click is not invalid or the period is over. */
export function appealUntil({
  verdict,
  clickedAt,
  now,
}: {
  verdict: Verdict;
  clickedAt: Date;
  now: Date;
}): Date | null {
  const until = new Date(clickedAt.getTime() + APPEAL_DAYS * DAY_MS);
  return verdict === "invalid" && now < until ? until : null;
}

export const appealStates = ["open", "accepted", "declined"] as const;
export type AppealState = (typeof appealStates)[number];

/** Open appeals are listed oldest first, the order in which to answer them. */
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
  /** The click's current verdict and reason; null if the click was deleted. */
  verdict: z.enum(verdicts).nullable(),
  reason: z.string().nullable(),
  /** The amount that accepting the appeal pays. */
  micros: z.string().regex(/^\d+$/),
  state: z.enum(appealStates),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
});
export type Appeal = z.infer<typeof appealSchema>;
