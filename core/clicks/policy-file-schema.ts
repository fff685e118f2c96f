import { z } from "zod";
import type { Policy, SharedPolicy } from "./policy";
import { signalOrder } from "./signal";

const count = (max: number) => z.int().min(1).max(max);
const effect = z.enum(["invalid", "held", "unpaid", "note"]);

const sharedSchema = z.strictObject({
  burstClicks: z.int().min(2).max(50),
  weakDeviceMinutes: count(60),
  fullBrowserSeconds: count(3_600),
  addressClicks: count(2_000),
  addressPermille: z.int().min(0).max(1_000),
  mostAddressClicks: count(2_000),
  learntDays: count(30),
  learntDevices: count(500),
  learntCreators: count(100),
}) satisfies z.ZodType<SharedPolicy>;

/** All limits and effects of a policy, in the form that operators read and write. */
export const policySchema = z.strictObject({
  version: z.int().min(1),
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
