import { z } from "zod";
import { asKinds } from "../ip/as-books";
import { listClasses } from "../ip/ip-data";
import { ipRangeSchema } from "../ip/operated";
import { dataResponse } from "../schemas";
import { signalOrder } from "./signal";

export const ipLookupSchema = z.object({
  address: z.string(),
  /** The address that is looked up: of 6to4 and Teredo the IPv4 address inside. */
  network: z.string(),
  /** The AS that announces it, and what its addresses are used for; null if it is not known. */
  asn: z.int().nullable(),
  asnKind: z.enum(asKinds).nullable(),
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
export type IpLookup = z.input<typeof ipLookupSchema>;

export const ipLookupResponseSchema = dataResponse(ipLookupSchema);
