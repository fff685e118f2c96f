import { z } from "zod";
import { changeInputSchema } from "../changes";
import { dataResponse, timeSchema } from "../schemas";
import { rangeEffects, sourceClasses } from "./ip-data";
import { parseRange } from "./lists";

/** An IPv6 range longer than /64 stands for its whole /64. */
const rangeSchema = z
  .string()
  .trim()
  .refine((text) => parseRange(text) !== null, {
    error: "must be an address or a range such as 203.0.113.0/24 or 2001:db8::/48",
  });

export const ipRangeInputSchema = changeInputSchema.extend({ range: rangeSchema });

/** `remove` ends the decision about a range: the published lists apply again. */
export const rangeActs = [...rangeEffects, "remove"] as const;

/** `force` accepts lists that differ much in size from the last ones. */
export const ipDataUpdateInputSchema = z.object({ force: z.boolean().default(false) });

export const ipAddressQuerySchema = z.object({
  address: z.union([z.ipv4(), z.ipv6()], { error: "must be an IPv4 or IPv6 address" }),
});

export const ipRangeSchema = z.object({
  range: z.string(),
  effect: z.enum(rangeEffects),
  reason: z.string(),
  operator: z.string(),
  decidedAt: timeSchema,
});
/** `operator` is the name of who decided. */
export type IpRange = z.output<typeof ipRangeSchema>;

const listSchema = z.object({
  name: z.string(),
  class: z.enum(sourceClasses),
  source: z.string(),
  licence: z.string(),
  version: z.string().nullable(),
  ranges: z.int().nullable(),
  /** When its content last changed; `checkedAt` is when its source last confirmed it. */
  fetchedAt: timeSchema.nullable(),
  checkedAt: timeSchema.nullable(),
  triedAt: timeSchema.nullable(),
  /** Why the last download failed; null if it succeeded. */
  problem: z.string().nullable(),
});

export const ipDataStatusSchema = z.object({
  downloads: z.boolean(),
  lists: z.array(listSchema),
  operatorRanges: z.array(ipRangeSchema),
  warnings: z.array(z.string()),
});
export type IpDataStatus = z.input<typeof ipDataStatusSchema>;

export const ipListReportSchema = z.object({
  name: z.string(),
  outcome: z.enum(["updated", "unchanged", "refused", "failed"]),
  ranges: z.int().nullable(),
  problem: z.string().nullable(),
});

export const signInsQuerySchema = z.object({ range: rangeSchema });

/** A user who was signed in at addresses of a range lately, or paid from there. */
export const signInSchema = z.object({
  userId: z.string(),
  username: z.string(),
  /** Number of addresses of the range; an IPv6 /64 counts as one. */
  addresses: z.int(),
  lastSeenAt: timeSchema,
});

export const ipDataStatusResponseSchema = dataResponse(ipDataStatusSchema);
export const ipDataUpdateResponseSchema = dataResponse(z.array(ipListReportSchema));
export const signInsResponseSchema = dataResponse(z.array(signInSchema));
