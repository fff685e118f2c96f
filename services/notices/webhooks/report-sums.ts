import { campaignStatus } from "@fairclick/core/campaigns/status";
import type { UserId } from "@fairclick/core/ids";
import { sumEvents } from "@fairclick/core/notices/webhooks";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  claimSums,
  insertDeliveries,
  listSubjects,
  listSums,
  listUsersDueForSums,
  type NewMark,
  type SubjectRow,
  type SummedWebhook,
  type SumsRow,
  upsertMarks,
} from "@fairclick/sql/notices/webhook-marks";
import type { Ctx } from "../../context";
import {
  type CurrentSums,
  compareSums,
  type ReportedSums,
  reportedNothing,
  type SumEvent,
} from "./compare-sums";
import { writeEventBody } from "./write-event-body";

/** The least time between two sums of one user. */
const INTERVAL_MS = 60_000;
/** The same while a webhook fails, so that few events wait for it. */
const FAILING_INTERVAL_MS = 3_600_000;
const MAX_USERS = 200;
/** Campaigns and links of a user per interval; of more, each is compared less often. */
export const MAX_SUBJECTS = 100;

const events = sumEvents.map(({ kind }) => kind);

/**
 * Reports new sums and states of campaigns and links to the webhooks that want them. The events and
 * the marks of what they say are one transaction per user, so that a kill or a second worker reports
 * nothing twice and loses nothing.
 */
export async function reportSums(ctx: Ctx): Promise<void> {
  const at = ctx.now();
  const due = {
    ...{ events, at },
    before: new Date(at.getTime() - INTERVAL_MS),
    beforeFailing: new Date(at.getTime() - FAILING_INTERVAL_MS),
  };
  for (const userId of await listUsersDueForSums(ctx.db.sql, { ...due, limit: MAX_USERS })) {
    await withTx(ctx.db, async (tx) => {
      const webhooks = await claimSums(tx, { ...due, userId });
      if (webhooks.length > 0) await reportUser(tx, { userId, webhooks, at });
    });
  }
}

type Reported = { userId: UserId; webhooks: SummedWebhook[]; at: Date };

async function reportUser(tx: Tx, { userId, webhooks, at }: Reported): Promise<void> {
  const subjects = await listSubjects(tx, { userId, limit: MAX_SUBJECTS });
  const created = webhooks.map(({ createdAt }) => createdAt.getTime());
  const found: SumEvent[] = [];
  const marks: NewMark[] = [];
  for (const side of ["campaign", "link"] as const) {
    const own = subjects.filter((subject) => subject.side === side);
    const campaignIds = own.map(({ campaignId }) => campaignId);
    const creatorId = side === "link" ? userId : null;
    const rows = own.length > 0 ? await listSums(tx, { campaignIds, creatorId }) : [];
    const sums = new Map(rows.map((row) => [row.campaignId, row]));
    for (const subject of own) {
      const row = sums.get(subject.campaignId);
      if (!row) continue;
      const { campaignId } = subject;
      const before = readMark(subject, Math.min(...created));
      const compared = { side, campaignId, now: toSums(row, { side, at }), at };
      const after = compareSums({ ...compared, before: before ?? reportedNothing(at) });
      if (before) found.push(...after.events);
      marks.push({ campaignId, side, reported: after.reported });
    }
  }
  await upsertMarks(tx, { userId, marks, at });
  const endpointIds = webhooks.map(({ id }) => id);
  await insertDeliveries(tx, { endpointIds, events: found.map(toEvent(at)), at });
}

/** Null: older than the webhooks, so its present sums are only noted. */
function readMark({ reported, beganAt }: SubjectRow, webhooksSince: number): ReportedSums | null {
  if (reported !== null) return asReported(reported);
  return beganAt.getTime() >= webhooksSince ? reportedNothing(beganAt) : null;
}

/** The cast is safe: only this file writes marks. */
function asReported(mark: unknown): ReportedSums {
  return mark as ReportedSums;
}

function toSums(row: SumsRow, { side, at }: { side: string; at: Date }): CurrentSums {
  const { name, valid, invalid, held, unpaid, paidMicros, feeMicros, conversions } = row;
  const counts = { valid, invalid, held, unpaid };
  const clicks = Object.fromEntries(
    Object.entries(counts).map(([verdict, count]) => [verdict, Number(count)]),
  ) as Record<keyof typeof counts, number>;
  const micros = side === "campaign" ? paidMicros + valid * feeMicros : paidMicros;
  return { name, status: campaignStatus(row, at), clicks, micros, conversions };
}

function toEvent(at: Date) {
  return ({ kind, data }: SumEvent) => {
    const id = Bun.randomUUIDv7();
    return { id, kind, body: writeEventBody({ id, kind, at, data }) };
  };
}
