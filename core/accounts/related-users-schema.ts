import { z } from "zod";
import { microsSchema } from "../schemas/admin-lists";

/**
 * What two accounts have in common: an address or a device where both were signed in, a bank account or
 * card that both were paid out to, a card that both paid with, a payout account, paid clicks on the one's
 * links from where the other was signed in, campaigns of each that pay the other.
 */
export const tieKinds = [
  "bank",
  "card",
  "payout account",
  "device",
  "clicks",
  "funding",
  "address",
] as const;

const tieSchema = z.object({
  /** Ids of two accounts. For `clicks`, those of `from` were made where `to` was signed in. */
  from: z.string(),
  to: z.string(),
  kind: z.enum(tieKinds),
  /** The address, or the number of clicks; null if there is nothing to show. */
  detail: z.string().nullable(),
});
export type Tie = z.infer<typeof tieSchema>;

const relatedAccountSchema = z.object({
  id: z.string(),
  username: z.string(),
  createdAt: z.iso.datetime(),
  suspendedAt: z.iso.datetime().nullable(),
  deletedAt: z.iso.datetime().nullable(),
  /** What all campaigns have paid for the clicks of the account's links. */
  paidMicros: microsSchema,
  /** The account by which it was found; null for the account that the search began with. */
  foundBy: z.string().nullable(),
});
export type RelatedAccount = z.infer<typeof relatedAccountSchema>;

const flowSchema = z.object({
  /** The developer whose campaigns pay, and the creator whose clicks they pay. */
  from: z.string(),
  to: z.string(),
  clicks: z.int(),
  micros: microsSchema,
});
export type Flow = z.infer<typeof flowSchema>;

export const relatedUsersSchema = z.object({
  /** The account in question first, then those that it is tied to, nearest first. */
  accounts: z.array(relatedAccountSchema),
  ties: z.array(tieSchema),
  flows: z.array(flowSchema),
  /** Sum of the flows. */
  betweenMicros: microsSchema,
  /** Whether more accounts are tied to these. */
  isPartial: z.boolean(),
});
export type RelatedUsers = z.infer<typeof relatedUsersSchema>;

export const relatedUsersResponseSchema = z.object({
  status: z.literal("success"),
  data: relatedUsersSchema,
});
