import { z } from "zod";
import { changeInputSchema, changeSchema } from "../changes";
import { jobs } from "../jobs";
import { type Cells, defineResource, formatMoment } from "../resource";
import { dataResponse, microsSchema, pageQueryWithCursor, timeSchema } from "../schemas";
import { decidedKinds } from "./cases";

/** A problem that an operator should look at; `check` is unique in a list. `advice` says what to do. */
export const problemSchema = z.object({
  check: z.string(),
  detail: z.string(),
  advice: z.string().nullable(),
});
export type Problem = z.infer<typeof problemSchema>;

/** A time: milliseconds since 1970 here, as the queue counts them, ISO 8601 in UTC in JSON. */
const queueTimeSchema = z.codec(z.iso.datetime(), z.number(), {
  decode: (text) => Date.parse(text),
  encode: (ms) => new Date(ms).toISOString(),
});

export const todoKinds = [
  "held_clicks",
  ...decidedKinds,
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
  waitsSince: timeSchema,
  /** The money that the decision is about; null if it is about none, or if the amount is unknown. */
  micros: microsSchema.nullable(),
  /** Name of the user who is affected. */
  who: z.string().nullable(),
  campaign: z.string().nullable(),
  about: z.string(),
});
export type TodoItem = z.input<typeof todoItemSchema>;

export const todoSumSchema = z.object({
  kind: z.enum(todoKinds),
  /** At most 1,000. */
  count: z.int(),
  waitsSince: timeSchema,
  /** Hours after which an item is late and the chat is notified. */
  lateAfterHours: z.number(),
});

export const todoSchema = z.object({
  at: timeSchema,
  /** What is wrong with the platform, the worst first. Empty without the scope queues:read. */
  problems: z.array(problemSchema),
  /** Kinds with items, in a fixed order. */
  sums: z.array(todoSumSchema),
  /** Of each kind the 50 oldest and the 50 with the most money; sorted oldest first. */
  items: z.array(todoItemSchema),
  /** Kinds that the token may not see, with the scope that each needs. */
  hidden: z.array(z.object({ kind: z.enum(todoKinds), scope: z.string() })),
});
export type Todo = z.input<typeof todoSchema>;

export const todoResponseSchema = dataResponse(todoSchema);

export const queueNameSchema = z.string().refine((name) => jobs.some((job) => job.name === name), {
  error: `There is no such queue. Queues: ${jobs.map(({ name }) => name).join(", ")}`,
});

export const queueSchema = z.object({
  name: z.string(),
  waiting: z.int(),
  active: z.int(),
  /** Jobs that wait for a retry or for their scheduled time. */
  delayed: z.int(),
  failed: z.int(),
  /** Jobs that succeeded in the last full minute. */
  donePerMinute: z.int(),
  /** When the oldest waiting or running job was due. */
  oldestAt: queueTimeSchema.nullable(),
  oldestFailedAt: queueTimeSchema.nullable(),
});

export const queuesResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(queueSchema),
  /** Why jobs may be stuck: no worker is alive, or settlement is late. */
  problems: z.array(problemSchema),
});

export const failedJobsQuerySchema = z.object({
  limit: z.coerce
    .number({ error: "limit must be a whole number" })
    .int({ error: "limit must be a whole number" })
    .min(1, { error: "limit must be at least 1" })
    .max(1_000, { error: "limit must be at most 1000" })
    .default(50),
});

export const failedJobSchema = z.object({
  id: z.string(),
  reason: z.string(),
  attempts: z.int(),
  sentAt: queueTimeSchema,
  failedAt: queueTimeSchema.nullable(),
});

export const failedJobsResponseSchema = dataResponse(z.array(failedJobSchema));

export const jobChangeInputSchema = changeInputSchema.extend({
  ids: z.array(z.string().min(1).max(300)).min(1).max(50),
  /** Required to discard clicks: their number. Without it, the call fails and states the number. */
  clicks: z
    .string()
    .regex(/^(\d{1,9}|unknown)$/, { error: 'clicks must be a number, or "unknown"' })
    .optional(),
});
export type JobChangeInput = z.infer<typeof jobChangeInputSchema>;

export const parkedJobSchema = z.object({
  queue: z.string(),
  id: z.string(),
  state: z.enum(["parked", "discarded"]),
  /** Number of clicks in it; null if that cannot be read. */
  clicks: z.int().nullable(),
  problem: z.string(),
  sentAt: timeSchema,
  parkedAt: timeSchema,
  bytes: z.int(),
  /** The first 2,000 characters of its data. */
  preview: z.string(),
});

export const parkedJobsResponseSchema = dataResponse(z.array(parkedJobSchema));

const moment = (field: string) =>
  z.iso
    .datetime({
      offset: true,
      error: `${field} must be a date or time such as 2026-01-31T12:00:00Z`,
    })
    .or(z.iso.date({ error: `${field} must be a date or time such as 2026-01-31T12:00:00Z` }))
    .transform((text) => new Date(text))
    .optional();

const actorKinds = ["user", "operator", "system"] as const;

const auditRowSchema = z.object({
  id: z.string(),
  at: timeSchema,
  actorKind: z.enum(actorKinds),
  actorId: z.string().nullable(),
  /** Current name of the operator or user; null if there is none. */
  actor: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  /** Current name of the user, campaign, link (campaign / creator) or owner of the withdrawal; else null. */
  subjectName: z.string().nullable(),
  reason: z.string().nullable(),
  before: changeSchema.shape.before.nullable(),
  after: changeSchema.shape.after.nullable(),
});

export const auditLog = defineResource({
  path: "audit",
  one: "entry",
  key: "id",
  list: {
    scope: "audit:read",
    summary: "show who did what, and why",
    about:
      "Lists the audit log, newest first. Nothing can change it, not even the application. Users, campaigns and links are named as they are called now; with --json, each row includes their ids and the facts before and after.",
    examples: [
      "audit --actor ann --since 2026-01-31",
      "audit --subject link: --action link.disable",
      "audit --actor-kind operator --json | jq -c '[.at, .actor, .action, .reason]'",
    ],
    query: pageQueryWithCursor(/^\d{1,18}$/).extend({
      subject: z.string().max(200).optional(),
      action: z.string().max(100).optional(),
      actor: z.string().max(254).optional(),
      actorKind: z.enum(actorKinds).optional(),
      since: moment("since"),
      until: moment("until"),
    }),
    options: {
      "--subject <subject>": "what was changed, such as user:<id>; user: for all users",
      "--action <action>":
        "what was done, such as campaign.pause; campaign. for every action on campaigns",
      "--actor <name>": "who did it: name or id of an operator or user",
      "--actor-kind <kind>": "who did it",
      "--since <time>": "since this date or time, such as 2026-01-31 or 2026-01-31T12:00:00Z",
      "--until <time>": "before this date or time",
    },
    row: auditRowSchema,
    columns: {
      when: ({ at }) => formatMoment(at),
      who: ({ actorKind, actor }) => (actor ? `${actorKind} ${actor}` : actorKind),
      action: "action",
      subject: ({ subject, subjectName }) =>
        subjectName === null ? subject : `${subject.split(":")[0]} ${subjectName}`,
      why: "reason",
    } satisfies Cells<z.input<typeof auditRowSchema>>,
  },
});
