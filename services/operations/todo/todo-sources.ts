import type { OperatorScope } from "@fairclick/core/operations/operators";
import type { TodoKind } from "@fairclick/core/operations/work";
import type { Queryable } from "@fairclick/sql/db/client";
import {
  readAppeals,
  readFindings,
  readHeldClicks,
  readObjections,
  readParkedJobs,
  readRefunds,
  readReports,
  readReviews,
  readStripeEvents,
  readWithdrawals,
  type TodoRows,
} from "@fairclick/sql/operations/todo";
import type { QueueFigures } from "../../queue/queue-store";

export type TodoInput = {
  db: Queryable;
  at: Date;
  /** Max items per kind by age, and as many again by money. */
  limit: number;
  listQueues: () => Promise<QueueFigures[]>;
};

export type TodoSource = {
  /** Scope of a token that may see the items. */
  scope: OperatorScope;
  /** Plural noun, for the message to the chat. */
  noun: string;
  /** Hours after which the oldest item waits too long. */
  lateAfterHours: number;
  read: (input: TodoInput) => Promise<TodoRows>;
};

/**
 * Everything that waits for an operator: one entry per kind. `fairclick todo` lists the items, and
 * `send-alerts` tells the chat which of them wait too long.
 */
export const todoSources: Record<TodoKind, TodoSource> = {
  held_clicks: {
    scope: "clicks:read",
    noun: "Held clicks",
    lateAfterHours: 48,
    read: ({ db, limit }) => readHeldClicks(db, limit),
  },
  appeals: {
    scope: "clicks:read",
    noun: "Appeals",
    lateAfterHours: 48,
    read: ({ db, limit }) => readAppeals(db, limit),
  },
  objections: {
    scope: "clicks:read",
    noun: "Objections",
    lateAfterHours: 48,
    read: ({ db, limit }) => readObjections(db, limit),
  },
  findings: {
    scope: "clicks:read",
    noun: "Links under review",
    lateAfterHours: 48,
    read: ({ db, limit }) => readFindings(db, limit),
  },
  reviews: {
    scope: "campaigns:read",
    noun: "Campaigns under review",
    lateAfterHours: 24,
    read: ({ db, at, limit }) => readReviews(db, { at, limit }),
  },
  reports: {
    scope: "campaigns:read",
    noun: "Reported addresses",
    lateAfterHours: 24,
    read: ({ db, limit }) => readReports(db, limit),
  },
  withdrawals: {
    scope: "withdrawals:read",
    noun: "Held withdrawals",
    lateAfterHours: 24,
    read: ({ db, limit }) => readWithdrawals(db, limit),
  },
  refunds: {
    scope: "refunds:read",
    noun: "Held refunds",
    lateAfterHours: 24,
    read: ({ db, limit }) => readRefunds(db, limit),
  },
  failed_jobs: {
    scope: "queues:read",
    noun: "Failed jobs",
    lateAfterHours: 0,
    read: readFailedJobs,
  },
  parked_jobs: {
    scope: "queues:read",
    noun: "Parked jobs",
    lateAfterHours: 0,
    read: ({ db, limit }) => readParkedJobs(db, limit),
  },
  stripe_events: {
    scope: "stripe:read",
    noun: "Parked events of Stripe",
    lateAfterHours: 0,
    read: ({ db, limit }) => readStripeEvents(db, limit),
  },
};

/** One item per queue. */
async function readFailedJobs({
  at,
  listQueues,
}: Pick<TodoInput, "at" | "listQueues">): Promise<TodoRows> {
  const rows = (await listQueues())
    .filter(({ failed }) => failed > 0)
    .map(({ name, failed, oldestFailedAt }) => ({
      ...{ id: name, micros: null, who: null, campaign: null },
      since: oldestFailedAt === null ? at : new Date(oldestFailedAt),
      about: failed === 1 ? "1 job failed" : `${failed} jobs failed`,
    }))
    .sort((a, b) => a.since.getTime() - b.since.getTime());
  return { count: rows.length, since: rows[0]?.since ?? null, rows };
}
