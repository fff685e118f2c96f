import { z } from "zod";
import { policyFileSchema } from "./policy";
import { verdicts } from "./signal";

/** Max clicks that one replay judges. */
export const MAX_REPLAYED_CLICKS = 50_000;

const moment = z.iso.datetime({
  offset: true,
  error: "must be a moment such as 2026-01-31T12:00Z",
});

export const replayInputSchema = z.object({
  from: moment,
  to: moment,
  /** Omitted values are those of the policy in force. */
  policy: policyFileSchema.default({}),
});
export type ReplayInput = z.infer<typeof replayInputSchema>;

const micros = z.string().regex(/^-?\d+$/);
const outcome = { verdict: z.enum(verdicts), reason: z.string().nullable() };

export const replaySchema = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /**
   * Replayed clicks, those with a changed verdict, and those left out because an operator decided.
   */
  clicks: z.int(),
  changed: z.int(),
  decidedByOperators: z.int(),
  /** Change of the creators' pay; negative if they would have earned less. */
  micros,
  changes: z.array(
    z.object({ from: z.object(outcome), to: z.object(outcome), clicks: z.int(), micros }),
  ),
  campaigns: z.array(
    z.object({
      campaignId: z.string(),
      name: z.string(),
      clicks: z.int(),
      changed: z.int(),
      micros,
    }),
  ),
  /** Creators with changed clicks, most changed clicks first; at most 1,000. */
  creators: z.array(
    z.object({ creatorId: z.string(), username: z.string(), changed: z.int(), micros }),
  ),
  /** What the replay could not reproduce, and how that affects its figures. */
  remarks: z.array(z.string()),
});
export type Replay = z.infer<typeof replaySchema>;

export const replayResponseSchema = z.object({ status: z.literal("success"), data: replaySchema });
