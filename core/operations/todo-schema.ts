import { z } from "zod";
import { microsSchema } from "../schemas/admin-lists";
import { problemSchema } from "./status-schema";

/** What can wait for an operator. */
export const todoKinds = [
  "held_clicks",
  "appeals",
  "objections",
  "findings",
  "reviews",
  "reports",
  "withdrawals",
  "refunds",
  "failed_jobs",
  "parked_jobs",
  "stripe_events",
] as const;
export type TodoKind = (typeof todoKinds)[number];

export const todoItemSchema = z.object({
  kind: z.enum(todoKinds),
  /**
   * The id that the kind's commands take. Held clicks: campaign and creator, joined by a colon; failed
   * jobs: the queue; parked jobs: queue and id, joined by a slash.
   */
  id: z.string(),
  waitsSince: z.iso.datetime(),
  /** The money that the decision is about; null if it is about none, or if the amount is unknown. */
  micros: microsSchema.nullable(),
  /** Name of the user who is affected. */
  who: z.string().nullable(),
  campaign: z.string().nullable(),
  about: z.string(),
});
export type TodoItem = z.infer<typeof todoItemSchema>;

export const todoSumSchema = z.object({
  kind: z.enum(todoKinds),
  /** At most 1,000. */
  count: z.int(),
  waitsSince: z.iso.datetime(),
  /** Hours after which an item is late: the chat is told of it. */
  lateAfterHours: z.number(),
});

export const todoSchema = z.object({
  at: z.iso.datetime(),
  /** Why jobs do not run: no worker is alive, or jobs wait too long. Empty without the scope queues:read. */
  problems: z.array(problemSchema),
  /** Kinds with items, in a fixed order. */
  sums: z.array(todoSumSchema),
  /** Of each kind the 50 oldest and the 50 with the most money; sorted oldest first. */
  items: z.array(todoItemSchema),
  /** Kinds that the token may not see, with the scope that each needs. */
  hidden: z.array(z.object({ kind: z.enum(todoKinds), scope: z.string() })),
});
export type Todo = z.infer<typeof todoSchema>;

export const todoResponseSchema = z.object({ status: z.literal("success"), data: todoSchema });
