import { z } from "zod";
import { changeInputSchema } from "../changes";
import { policyFileSchema, policySchema } from "./policy";

export const policyShownResponseSchema = z.object({
  status: z.literal("success"),
  data: policySchema,
});

/** A stored version. Its policy is that of its release: the window is a setting of the installation. */
export const policyVersionSchema = z.object({
  version: z.int(),
  /** Version of the rules of the release that stored it. */
  rulesVersion: z.int(),
  origin: z.enum(["release", "apply"]),
  /** `active` judges clicks of now; `scheduled` will; `replaced` judged clicks of the past, or never started. */
  state: z.enum(["active", "scheduled", "replaced"]),
  activeFrom: z.iso.datetime(),
  reason: z.string(),
  /** The operator's name; null if a release brought it. */
  operator: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Number of values that differ from the release's. */
  edits: z.int(),
});
export type ListedPolicyVersion = z.infer<typeof policyVersionSchema>;

const moment = z.iso.datetime({
  offset: true,
  error: "must be a moment such as 2026-01-31T12:00Z",
});

/** Input that stores a policy as a new version; omitted values are those of the newest version. */
export const policyApplyInputSchema = changeInputSchema.extend({
  policy: policyFileSchema,
  /** When it starts to judge clicks; now if it is missing. */
  from: moment.optional(),
});
