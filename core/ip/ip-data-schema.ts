import { z } from "zod";
import { signalOrder } from "../clicks/signal";
import { changeInputSchema } from "../operations/operator-change-schema";
import { listClasses, rangeEffects, sourceClasses } from "./ip-data";
import { parseRange } from "./parse-ranges";

/** An IPv6 range longer than /64 stands for its whole /64. */
const rangeSchema = z
  .string()
  .trim()
  .refine((text) => parseRange(text) !== null, {
    error: "must be an address or a range such as 203.0.113.0/24 or 2001:db8::/48",
  });

export const ipRangeInputSchema = changeInputSchema.extend({
  range: rangeSchema,
  effect: z.enum(rangeEffects),
});
export const ipRangeRemovalSchema = ipRangeInputSchema.omit({ effect: true });

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
  decidedAt: z.iso.datetime(),
});

const listSchema = z.object({
  name: z.string(),
  class: z.enum(sourceClasses),
  source: z.string(),
  licence: z.string(),
  version: z.string().nullable(),
  ranges: z.int().nullable(),
  /** When its content last changed; `checkedAt` is when its source last confirmed it. */
  fetchedAt: z.iso.datetime().nullable(),
  checkedAt: z.iso.datetime().nullable(),
  triedAt: z.iso.datetime().nullable(),
  /** Why the last download failed; null if it succeeded. */
  problem: z.string().nullable(),
});

export const ipDataStatusSchema = z.object({
  downloads: z.boolean(),
  lists: z.array(listSchema),
  operatorRanges: z.array(ipRangeSchema),
  warnings: z.array(z.string()),
});
export type IpDataStatus = z.infer<typeof ipDataStatusSchema>;

export const ipListReportSchema = z.object({
  name: z.string(),
  outcome: z.enum(["updated", "unchanged", "refused", "failed"]),
  ranges: z.int().nullable(),
  problem: z.string().nullable(),
});

export const ipLookupSchema = z.object({
  address: z.string(),
  /** The address that is looked up: of 6to4 and Teredo the IPv4 address inside. */
  network: z.string(),
  /** The AS that announces it, and what its addresses are used for; null if it is not known. */
  asn: z.int().nullable(),
  asnKind: z.enum(["carrier", "campus", "vpn", "hosting"]).nullable(),
  lists: z.array(
    z.object({ name: z.string(), class: z.enum(listClasses), range: z.string(), date: z.string() }),
  ),
  operatorRange: ipRangeSchema.nullable(),
  /** Signals that the ip address alone produces. */
  signals: z.array(
    z.object({
      signal: z.enum(signalOrder),
      evidence: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
  verdict: z.enum(["valid", "invalid", "held", "unpaid"]),
});
export type IpLookup = z.infer<typeof ipLookupSchema>;

export const signInsQuerySchema = z.object({ range: rangeSchema });

/** A user who was signed in at addresses of a range lately, or paid from there. */
export const signInSchema = z.object({
  userId: z.string(),
  username: z.string(),
  /** Number of addresses of the range; an IPv6 /64 counts as one. */
  addresses: z.int(),
  lastSeenAt: z.iso.datetime(),
});

const answer = <Schema extends z.ZodType>(data: Schema) =>
  z.object({ status: z.literal("success"), data });

export const ipDataStatusResponseSchema = answer(ipDataStatusSchema);
export const ipDataUpdateResponseSchema = answer(z.array(ipListReportSchema));
export const ipLookupResponseSchema = answer(ipLookupSchema);
export const signInsResponseSchema = answer(z.array(signInSchema));
