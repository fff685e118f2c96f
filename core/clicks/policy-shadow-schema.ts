import { z } from "zod";
import { changeInputSchema } from "../operations/operator-change-schema";
import { replaySchema } from "./click-replay-schema";
import { policyFileSchema } from "./policy-file-schema";
import { verdicts } from "./signal";

/** The longest time that a shadow can judge. */
export const MAX_SHADOW_DAYS = 30;
const MINUTES_OF_DAY = 24 * 60;

/** Input that starts a shadow; omitted values of the policy are those of the newest version. */
export const shadowStartInputSchema = changeInputSchema.extend({
  policy: policyFileSchema,
  minutes: z
    .int()
    .min(1, { error: "A shadow judges for at least a minute" })
    .max(MAX_SHADOW_DAYS * MINUTES_OF_DAY, {
      error: `A shadow judges for at most ${MAX_SHADOW_DAYS} days`,
    }),
});

export const shadowStates = ["running", "finished", "stopped", "failed"] as const;

const value = z.union([z.string(), z.number()]);
const outcome = z.object({ verdict: z.enum(verdicts), reason: z.string().nullable() });

export const policyShadowSchema = replaySchema
  .pick({ changed: true, micros: true, changes: true, creators: true, remarks: true })
  .extend({
    state: z.enum(shadowStates),
    startedAt: z.iso.datetime(),
    /** It judges clicks made before this time. */
    until: z.iso.datetime(),
    /** When an operator stopped it or settlement ended it; null otherwise. */
    endedAt: z.iso.datetime().nullable(),
    /** Why settlement ended it; null if it did not. */
    failure: z.string().nullable(),
    reason: z.string(),
    operator: z.string(),
    /** The version that was active at the start. */
    baseVersion: z.int(),
    /** The values that differ from that version. */
    differences: z.array(z.object({ name: z.string(), from: value, to: value })),
    /** Clicks that both judged. */
    clicks: z.int(),
    /** Clicks that settlement judged without it, because of errors that passed. They are in no other figure. */
    missed: z.int(),
    /** Campaigns with changed clicks, most changed clicks first; at most 1,000. */
    campaigns: z.array(replaySchema.shape.campaigns.element.omit({ clicks: true })),
    /** Some of the changed clicks, those of a change together; at most 500. */
    sample: z.array(
      z.object({ clickId: z.string(), clickedAt: z.iso.datetime(), from: outcome, to: outcome }),
    ),
  });
export type PolicyShadow = z.infer<typeof policyShadowSchema>;

export const policyShadowResponseSchema = z.object({
  status: z.literal("success"),
  data: policyShadowSchema,
});
