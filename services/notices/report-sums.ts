import { type CampaignStatus, campaignStatus } from "@fairclick/core/campaigns/status";
import { type FinalVerdict, finalVerdicts } from "@fairclick/core/clicks/signal";
import { mapEach } from "@fairclick/core/compact";
import type { UserId } from "@fairclick/core/ids";
import { type SumEventKind, type SumSide, sumEvents } from "@fairclick/core/notices/webhooks";
import { type ClickSums, noClicks, readFigures } from "@fairclick/sql/clicks/figures";
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
} from "@fairclick/sql/notices/webhooks";
import type { Ctx } from "../context";
import { writeEventBody } from "../notify";

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
    const users = side === "link" ? { creatorIds: [userId] } : { developerIds: [userId] };
    const figures = await readFigures(tx, { scope: { ...users, campaignIds }, by: ["campaignId"] });
    const sums = new Map(rows.map((row) => [row.campaignId, row]));
    const clicks = new Map(figures.map((row) => [row.campaignId, row]));
    for (const subject of own) {
      const row = sums.get(subject.campaignId);
      if (!row) continue;
      const { campaignId } = subject;
      const before = readMark(subject, Math.min(...created));
      const compared = {
        side,
        campaignId,
        now: toSums(row, clicks.get(campaignId) ?? noClicks, at),
        at,
      };
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

function toSums(row: SumsRow, { micros, ...counts }: ClickSums, at: Date): CurrentSums {
  const clicks = mapEach(finalVerdicts, (verdict) => Number(counts[verdict]));
  const { name, conversions } = row;
  return { name, status: campaignStatus(row, at), clicks, micros, conversions };
}

function toEvent(at: Date) {
  return ({ kind, data }: SumEvent) => {
    const id = Bun.randomUUIDv7();
    return { id, kind, body: writeEventBody({ id, kind, at, data }) };
  };
}

type ClickCounts = Record<FinalVerdict, number>;

/** Sums of one campaign or link. */
export type CurrentSums = {
  name: string;
  status: CampaignStatus;
  clicks: ClickCounts;
  /** What the clicks cost the developer, fees included, or earned the creator. */
  micros: bigint;
  /** Per event's name. */
  conversions: Readonly<Record<string, number>>;
};

/** What the last events said: JSON in `webhook_marks`. */
export type ReportedSums = {
  /** Null: no state was reported yet. */
  status: CampaignStatus | null;
  clicks: ClickCounts & { micros: string; at: string };
  conversions: { counts: Record<string, number>; at: string };
};

type SumEvent = { kind: SumEventKind; data: Record<string, unknown> };

type Comparison = {
  side: SumSide;
  campaignId: string;
  before: ReportedSums;
  now: CurrentSums;
  at: Date;
};

/** Returns an event per sum that changed, and what is reported afterwards. */
export function compareSums(input: Comparison): { events: SumEvent[]; reported: ReportedSums } {
  const { side, campaignId, before, now } = input;
  const at = input.at.toISOString();
  const subject = { campaignId, campaign: now.name };
  const events: SumEvent[] = [];
  const reported = { ...before, status: now.status };
  if (before.status !== now.status) {
    const data = { ...subject, from: before.status, to: now.status };
    events.push({ kind: `${side}.state_changed`, data });
  }
  const clicks = compareClicks(input);
  if (clicks) {
    const data = { ...subject, since: before.clicks.at, until: at, ...clicks };
    events.push({ kind: `${side}.clicks_counted`, data });
    reported.clicks = { ...now.clicks, micros: String(now.micros), at };
  }
  const changes = subtract(now.conversions, before.conversions.counts);
  if (changes) {
    const data = { ...subject, since: before.conversions.at, until: at, changes };
    const totals = now.conversions;
    events.push({ kind: `${side}.conversions_counted`, data: { ...data, totals } });
    reported.conversions = { counts: { ...totals }, at };
  }
  return { events, reported };
}

/** What is known about a campaign or link before its first event: zero since `at`. */
export function reportedNothing(at: Date): ReportedSums {
  const since = at.toISOString();
  return {
    status: null,
    clicks: { valid: 0, invalid: 0, held: 0, unpaid: 0, micros: "0", at: since },
    conversions: { counts: {}, at: since },
  };
}

function compareClicks({ side, before, now }: Comparison) {
  const changes = subtract(now.clicks, before.clicks);
  const changeMicros = now.micros - BigInt(before.clicks.micros);
  if (!changes && changeMicros === 0n) return null;
  const money = side === "campaign" ? "costMicros" : "earnedMicros";
  const none = { valid: 0, invalid: 0, held: 0, unpaid: 0 };
  return {
    changes: { ...none, ...changes, [money]: String(changeMicros) },
    totals: { ...now.clicks, [money]: String(now.micros) },
  };
}

/** Returns the differences that are not zero; null if there are none. A count can become smaller. */
function subtract(
  now: Readonly<Record<string, number>>,
  before: Readonly<Record<string, unknown>>,
): Record<string, number> | null {
  const earlier = new Map(Object.entries(before));
  const names = new Set([...Object.keys(now), ...earlier.keys()]);
  const counts = new Map(Object.entries(now));
  const changes = [...names].flatMap((name) => {
    const was = earlier.get(name) ?? 0;
    // The clicks' `micros` and `at` are text.
    if (typeof was !== "number") return [];
    const change = (counts.get(name) ?? 0) - was;
    return change === 0 ? [] : [[name, change] as const];
  });
  return changes.length > 0 ? Object.fromEntries(changes) : null;
}
