import { createHmac } from "node:crypto";
import { type CampaignStatus, campaignStatus } from "@fairclick/core/campaigns/status";
import { type FinalVerdict, finalVerdicts } from "@fairclick/core/clicks/signal";
import { mapEach } from "@fairclick/core/compact";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import { webhookEvents } from "@fairclick/core/notices/registry";
import { type SumEventKind, type SumSide, sumEvents } from "@fairclick/core/notices/webhooks";
import { findAddressProblem } from "@fairclick/core/web-addresses";
import { lockUser } from "@fairclick/sql/accounts/archive";
import { type ClickSums, noClicks, readFigures } from "@fairclick/sql/clicks/figures";
import type { Db, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  claimSums,
  type DeliveryRow,
  deleteWebhook,
  failPendingDeliveries,
  findWebhook,
  insertDeliveries,
  insertWebhook,
  listDeliveries,
  listSubjects,
  listSums,
  listUsersDueForSums,
  listWebhooks,
  lockWebhook,
  type NewMark,
  requeueDelivery,
  rotateWebhookSecret,
  type SubjectRow,
  type SummedWebhook,
  type SumsRow,
  updateWebhook,
  upsertMarks,
  type WebhookRow,
} from "@fairclick/sql/notices/webhooks";
import { Webhook } from "standardwebhooks";
import { requireUser, writeAudit } from "../changes";
import { type Ctx, getSecret, type Page, type PageInput, readPage } from "../context";
import { notify, writeEventBody } from "../notify";

const MAX_WEBHOOKS = 5;

type Input = { url: string; events: string[]; allowLocal: boolean };

/** The secret is only available here. */
type WebhookWithSecret = WebhookRow & { secret: string };

export async function listOwnWebhooks(ctx: Ctx): Promise<WebhookRow[]> {
  return listWebhooks(ctx.db.sql, requireUser(ctx));
}

/** Throws `validation`, and `conflict` at the maximum number of webhooks. */
export async function createWebhook(ctx: Ctx, input: Input): Promise<WebhookWithSecret> {
  const userId = requireUser(ctx);
  const events = checkInput(input);
  const made = await withTx(ctx.db, async (tx) => {
    await lockUser(tx, userId);
    if ((await listWebhooks(tx, userId)).length >= MAX_WEBHOOKS) {
      throw new AppError("conflict", t`You can have at most ${MAX_WEBHOOKS} webhooks`);
    }
    const id = Bun.randomUUIDv7();
    const { host } = new URL(input.url);
    await audit(tx, ctx, { action: "webhook.create", id, userId, host });
    await notifyOfAddress(tx, ctx, { userId, url: input.url });
    return insertWebhook(tx, { id, userId, url: input.url, events, createdAt: ctx.now() });
  });
  return { ...made, secret: await getWebhookSecret(ctx.db, made) };
}

/** Changes a webhook; disabling it drops the events that still wait. Throws `not_found`. */
export async function changeWebhook(
  ctx: Ctx,
  id: string,
  { enabled, ...input }: Input & { enabled: boolean },
): Promise<WebhookRow> {
  const userId = requireUser(ctx);
  const events = checkInput(input);
  return withTx(ctx.db, async (tx) => {
    const webhook = await lockOwn(tx, { id, userId });
    const { host } = new URL(input.url);
    await audit(tx, ctx, { action: "webhook.change", id, userId, host, enabled });
    if (input.url !== webhook.url) await notifyOfAddress(tx, ctx, { userId, url: input.url });
    if (!enabled) {
      const problem = "The webhook was disabled before this was sent";
      await failPendingDeliveries(tx, { endpointId: id, problem, at: ctx.now() });
    }
    return updateWebhook(tx, { id, url: input.url, events, enabled });
  });
}

/** The old secret signs too, for 24 hours. Rotating twice ends it at once. Throws `not_found`. */
export async function rotateWebhook(ctx: Ctx, id: string): Promise<WebhookWithSecret> {
  const userId = requireUser(ctx);
  const rotated = await withTx(ctx.db, async (tx) => {
    await lockOwn(tx, { id, userId });
    await audit(tx, ctx, { action: "webhook.rotate", id, userId });
    return rotateWebhookSecret(tx, { id, at: ctx.now() });
  });
  return { ...rotated, secret: await getWebhookSecret(ctx.db, rotated) };
}

/** Deletes a webhook and its deliveries. Throws `not_found`. */
export async function removeWebhook(ctx: Ctx, id: string): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    if (!(await deleteWebhook(tx, { id, userId }))) throw webhookNotFound();
    await audit(tx, ctx, { action: "webhook.delete", id, userId });
  });
}

export function webhookNotFound(): AppError {
  return new AppError("not_found", t`There is no such webhook`);
}

async function notifyOfAddress(tx: Tx, ctx: Ctx, { userId, url }: { userId: UserId; url: string }) {
  await notify(tx, ctx, securityChanged, {
    to: [userId],
    data: { change: "webhook_added", host: new URL(url).host },
  });
}

async function lockOwn(tx: Tx, named: { id: string; userId: UserId }): Promise<WebhookRow> {
  const webhook = await lockWebhook(tx, named);
  if (!webhook) throw webhookNotFound();
  return webhook;
}

/** Returns the events without duplicates. Throws `validation`. */
function checkInput({ url, events, allowLocal }: Input): string[] {
  const problem = findAddressProblem(url, { allowLocal });
  if (problem) throw new AppError("validation", problem);
  const unique = [...new Set(events)];
  if (!unique.every((name) => webhookEvents.some(({ kind }) => kind === name))) {
    throw new AppError("validation", t`events holds a name that is no event`);
  }
  return unique;
}

type Change = { action: string; id: string; userId: UserId; host?: string; enabled?: boolean };

async function audit(tx: Tx, ctx: Ctx, { action, id, userId, ...after }: Change) {
  const subject = `user:${userId}`;
  await writeAudit(tx, ctx, { action, subject, after: { webhookId: id, ...after } });
}

/** How long the secret before a rotation signs too, so that servers can change over one by one. */
const OVERLAP_HOURS = 24;

/** Returns the current secret of a webhook: derived, so that the database need not store it. */
export async function getWebhookSecret(
  db: Db,
  { id, secretVersion }: { id: string; secretVersion: number },
): Promise<string> {
  const key = await getSecret(db, "webhooks");
  return `whsec_${createHmac("sha256", key).update(`${id}.${secretVersion}`).digest("base64")}`;
}

type Signed = Pick<WebhookRow, "id" | "secretVersion" | "rotatedAt">;

/** Returns the headers of Standard Webhooks, with a signature per valid secret. */
export async function signWebhook(
  db: Db,
  { id, secretVersion, rotatedAt }: Signed,
  { eventId, body, at }: { eventId: string; body: string; at: Date },
): Promise<Record<string, string>> {
  const overlapEndsAt = (rotatedAt?.getTime() ?? 0) + OVERLAP_HOURS * 3_600_000;
  const rotating = secretVersion > 1 && at.getTime() < overlapEndsAt;
  const versions = rotating ? [secretVersion, secretVersion - 1] : [secretVersion];
  const signatures = versions.map(async (version) => {
    const secret = await getWebhookSecret(db, { id, secretVersion: version });
    return new Webhook(secret).sign(eventId, at, body);
  });
  return {
    "webhook-id": eventId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": (await Promise.all(signatures)).join(" "),
  };
}

/** Lists what was sent to one of the user's webhooks, newest first. Throws `not_found`. */
export async function listOwnDeliveries(
  ctx: Ctx,
  id: string,
  page: PageInput,
): Promise<Page<DeliveryRow>> {
  const webhook = await findWebhook(ctx.db.sql, { id, userId: requireUser(ctx) });
  if (!webhook) throw webhookNotFound();
  const before = page.cursor ?? null;
  return readPage(page, {
    read: (limit) => listDeliveries(ctx.db.sql, { endpointId: id, before, limit }),
    toCursor: ({ eventId }) => eventId,
  });
}

/**
 * Sends an event again, with the same id and body. Throws `not_found`, and `conflict` if the webhook
 * is disabled or the event still waits.
 */
export async function resendDelivery(
  ctx: Ctx,
  { id, eventId }: { id: string; eventId: string },
): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    const webhook = await lockWebhook(tx, { id, userId });
    if (!webhook) throw webhookNotFound();
    if (webhook.disabled) throw new AppError("conflict", t`Enable the webhook first`);
    if (!(await requeueDelivery(tx, { endpointId: id, eventId, at: ctx.now() }))) {
      throw new AppError("conflict", t`There is no such event, or it still waits to be sent`);
    }
  });
}

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
