import { z } from "zod";
import { changeInputSchema } from "../changes";
import { moment, reversalCategories } from "../clicks/decisions";
import { parseRange } from "../ip/lists";
import { microsSchema, timeSchema, userNameSchema } from "../schemas";
import type { OperatorScope } from "./operators";

/** Max accounts that one act concerns. */
export const MAX_MEMBERS = 50;

/** What operators do to several accounts at once, with the scope that it needs beside `users:write`. */
export const groupActs = {
  hold: "users:write",
  reverse: "clicks:decide",
  stop: "links:write",
  suspend: "users:write",
} as const satisfies Record<string, OperatorScope>;
export type GroupAct = keyof typeof groupActs;
export const groupActNames = Object.keys(groupActs) as [GroupAct, ...GroupAct[]];

export const groupActSchema = changeInputSchema.extend({
  /** Ids, e-mail addresses or names. Without any, the accounts of the case. */
  users: z.array(userNameSchema).max(MAX_MEMBERS).default([]),
  /** Networks that belong to the case too: its held clicks are then part of it. */
  networks: z
    .array(z.string().refine((text) => parseRange(text) !== null, { error: "must be a range" }))
    .max(MAX_MEMBERS)
    .default([]),
  /** Also the accounts that are related to these. */
  related: z.boolean().default(false),
  /** Without any, the case is only opened. */
  acts: z.array(z.enum(groupActNames)).max(groupActNames.length).default([]),
  /** Why clicks are reversed, in the words that their creators read. */
  category: z.enum(reversalCategories).default("bot_traffic"),
  /** Reverses clicks from this time on, and before this time. */
  from: moment.optional(),
  to: moment.optional(),
  /** The attack that the act belongs to. Without it, the open one of the same accounts, or a new one. */
  case: z.uuid().optional(),
  /** Undoes this act, in place of another one. */
  undo: z.uuid().optional(),
});
export type GroupActInput = z.infer<typeof groupActSchema>;

/** What a case holds that is an attack: ids of its accounts, its networks, and ids of what was done to all of them. */
export const attackAboutSchema = z.object({
  users: z.array(z.string()),
  networks: z.array(z.string()),
  acts: z.array(z.string()),
});
export type AttackAbout = z.infer<typeof attackAboutSchema>;

/** Where the money of an attack is. */
const attackMoney = {
  /** Taken back by the acts of the case, and not paid again since. */
  takenMicros: microsSchema,
  /** In withdrawals that a hold or a suspension keeps. */
  heldMicros: microsSchema,
  /** In earnings, and in withdrawals that nothing keeps. */
  leavableMicros: microsSchema,
  /** Sent to their banks. */
  outMicros: microsSchema,
};

export const attackSchema = z.object({
  id: z.string(),
  openedAt: timeSchema,
  /** Why it was opened. */
  note: z.string(),
  accounts: z.int(),
  ...attackMoney,
  answer: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: timeSchema.nullable(),
});

export const attackDetailSchema = attackSchema.extend({
  members: z.array(
    z.object({
      id: z.string(),
      username: z.string(),
      suspendedAt: timeSchema.nullable(),
      liveLinks: z.int(),
      ...attackMoney,
    }),
  ),
  networks: z.array(z.object({ network: z.string(), heldClicks: z.int(), links: z.int() })),
  /** What was decided about all of them, oldest first. */
  decisions: z.array(
    z.object({
      at: timeSchema,
      operator: z.string().nullable(),
      action: z.string(),
      reason: z.string().nullable(),
      /** What changed, one line per fact. */
      facts: z.array(z.string()),
    }),
  ),
});
