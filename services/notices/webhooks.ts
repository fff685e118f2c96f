import { createHmac } from "node:crypto";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import { webhookEvents } from "@fairclick/core/notices/registry";
import { findAddressProblem } from "@fairclick/core/web-addresses";
import { lockUser } from "@fairclick/sql/accounts/archive";
import type { Db, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  type DeliveryRow,
  deleteWebhook,
  failPendingDeliveries,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  lockWebhook,
  requeueDelivery,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookRow,
} from "@fairclick/sql/notices/webhooks";
import { Webhook } from "standardwebhooks";
import { requireUser, writeAudit } from "../changes";
import { type Ctx, getSecret, type Page, type PageInput, readPage } from "../context";
import { notify } from "../notify";

export const MAX_WEBHOOKS = 5;

type Input = { url: string; events: string[]; allowLocal: boolean };

/** The secret is only available here. */
export type WebhookWithSecret = WebhookRow & { secret: string };

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
export const OVERLAP_HOURS = 24;

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
