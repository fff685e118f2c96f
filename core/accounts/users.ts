import { z } from "zod";
import { dataResponse, microsSchema, timeSchema } from "../schemas";

/**
 * Max accounts that one operator suspends within 24 hours: a stolen token cannot
 * stop the marketplace.
 */
export const MAX_ACCOUNTS_PER_DAY = 200;

/**
 * What ties two accounts: an address or device where both were signed in; a bank account, card or payout
 * account to which both were paid; a card with which both paid; paid clicks on links of one account from
 * where the other was signed in; campaigns of both that pay each other.
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
  /** Ids of two accounts. For `clicks`, links of `from` were clicked from where `to` was signed in. */
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
  createdAt: timeSchema,
  suspendedAt: timeSchema.nullable(),
  deletedAt: timeSchema.nullable(),
  /** What all campaigns have paid for the clicks of the account's links. */
  paidMicros: microsSchema,
  /** The account that led to this one; null for the account where the search began. */
  foundBy: z.string().nullable(),
});

const flowSchema = z.object({
  /** From the developer who pays to the creator who is paid. */
  from: z.string(),
  to: z.string(),
  clicks: z.int(),
  micros: microsSchema,
});

export const relatedUsersSchema = z.object({
  /** The account where the search began, then the accounts tied to it, nearest first. */
  accounts: z.array(relatedAccountSchema),
  ties: z.array(tieSchema),
  flows: z.array(flowSchema),
  /** Sum of the flows. */
  betweenMicros: microsSchema,
  /** True if more accounts are tied to these than the list may hold. */
  isPartial: z.boolean(),
});
export type RelatedUsers = z.input<typeof relatedUsersSchema>;

export const relatedUsersResponseSchema = dataResponse(relatedUsersSchema);
