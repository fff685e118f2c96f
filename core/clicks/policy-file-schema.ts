import { z } from "zod";
import { changeInputSchema } from "../operations/operator-change-schema";
import type { Policy, SharedPolicy } from "./policy";
import { signalOrder } from "./signal";

/** The largest version that the database holds. */
export const MAX_VERSION = 2_147_483_646;

const count = (max: number) => z.int().min(1).max(max);
const effect = z.enum(["invalid", "held", "unpaid", "note"]);

const sharedSchema = z.strictObject({
  burstClicks: z.int().min(2).max(50),
  weakDeviceMinutes: count(60),
  fullBrowserSeconds: count(3_600),
  addressClicks: count(2_000),
  addressPermille: z.int().min(0).max(1_000),
  mostAddressClicks: count(2_000),
}) satisfies z.ZodType<SharedPolicy>;

/** All limits and effects of a policy, in the form that operators read and write. */
export const policySchema = z.strictObject({
  version: z.int().min(1).max(MAX_VERSION),
  windowSeconds: count(3_600),
  burstClicks: z.int().min(2).max(1_000),
  presenceHours: count(168),
  honeypotHours: count(168),
  knownDeviceHours: count(168),
  weakDeviceHours: count(168),
  addressClicks: count(100_000),
  addressHours: count(168),
  networkClicks: count(2_000),
  networkPercent: z.int().min(0).max(100),
  anomalyClicks: count(1_000),
  anomalyPercent: z.int().min(0).max(100),
  anomalyAddresses: count(16),
  heldDays: count(365),
  shared: sharedSchema,
  effects: z.record(z.enum(signalOrder), effect),
}) satisfies z.ZodType<Policy>;

/** Policy file for a replay; omitted values are those of the policy in force. */
export const policyFileSchema = policySchema
  .extend({
    shared: sharedSchema.partial(),
    effects: z.partialRecord(z.enum(signalOrder), effect),
  })
  .partial();
export type PolicyFile = z.infer<typeof policyFileSchema>;

export const policyShownResponseSchema = z.object({
  status: z.literal("success"),
  data: policySchema,
});

/** A stored version. Its policy is that of its release: the window is a setting of the installation. */
export const policyVersionSchema = z.object({
  version: z.int(),
  /** Version of the rules of the release that stored it. */
  rulesVersion: z.int(),
  origin: z.enum(["release", "apply", "rollback"]),
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

export const policyRollbackInputSchema = changeInputSchema.extend({
  version: z.int().min(1).max(MAX_VERSION),
  from: moment.optional(),
});
