import type { UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

export type WebhookRow = {
  id: string;
  userId: UserId;
  url: string;
  events: string[];
  secretVersion: number;
  rotatedAt: Date | null;
  failures: number;
  disabled: "failures" | "owner" | null;
  createdAt: Date;
};

const columns = (db: Queryable) => db`
  id, user_id as "userId", url, events, secret_version as "secretVersion",
  rotated_at as "rotatedAt", failures, disabled, created_at as "createdAt"`;

/** Lists a user's webhooks, oldest first. */
export async function listWebhooks(db: Queryable, userId: UserId): Promise<WebhookRow[]> {
  return db<WebhookRow[]>`
    /* webhooks.list */
    select ${columns(db)} from webhook_endpoints where user_id = ${userId} order by id`;
}

type Named = { id: string; userId: UserId };

export async function findWebhook(
  db: Queryable,
  { id, userId }: Named,
): Promise<WebhookRow | null> {
  const [row] = await db<WebhookRow[]>`
    /* webhooks.find */
    select ${columns(db)} from webhook_endpoints where id = ${id} and user_id = ${userId}`;
  return row ?? null;
}

/** Locks a webhook: notices can still be written for it. */
export async function lockWebhook(tx: Tx, { id, userId }: Named): Promise<WebhookRow | null> {
  const [row] = await tx<WebhookRow[]>`
    /* webhooks.lock */
    select ${columns(tx)} from webhook_endpoints where id = ${id} and user_id = ${userId}
    for no key update`;
  return row ?? null;
}

export async function insertWebhook(
  tx: Tx,
  webhook: Pick<WebhookRow, "id" | "userId" | "url" | "events" | "createdAt">,
): Promise<WebhookRow> {
  const [row] = await tx<[WebhookRow]>`
    /* webhooks.insert */
    insert into webhook_endpoints (id, user_id, url, events, created_at)
    values (${webhook.id}, ${webhook.userId}, ${webhook.url}, ${webhook.events},
      ${webhook.createdAt})
    returning ${columns(tx)}`;
  return row;
}

/** Changes a locked webhook. Enabling it, or a new address, forgets its failures. */
export async function updateWebhook(
  tx: Tx,
  { id, url, events, enabled }: { id: string; url: string; events: string[]; enabled: boolean },
): Promise<WebhookRow> {
  const [row] = await tx<[WebhookRow]>`
    /* webhooks.update */
    update webhook_endpoints set url = ${url}, events = ${events},
      disabled = case when not ${enabled} then coalesce(disabled, 'owner') end,
      failures = case when url = ${url} and (disabled is null) = ${enabled} then failures else 0 end,
      retry_at = case when url = ${url} and (disabled is null) = ${enabled} then retry_at end
    where id = ${id}
    returning ${columns(tx)}`;
  return row;
}

export async function rotateWebhookSecret(
  tx: Tx,
  { id, at }: { id: string; at: Date },
): Promise<WebhookRow> {
  const [row] = await tx<[WebhookRow]>`
    /* webhooks.rotate */
    update webhook_endpoints set secret_version = secret_version + 1, rotated_at = ${at}
    where id = ${id}
    returning ${columns(tx)}`;
  return row;
}

/** Returns false if the user has no such webhook. With the last one goes what was reported. */
export async function deleteWebhook(tx: Tx, { id, userId }: Named): Promise<boolean> {
  const deleted = await tx`
    /* webhooks.delete */
    delete from webhook_endpoints where id = ${id} and user_id = ${userId}`;
  await tx`
    /* webhooks.forgetMarks */
    delete from webhook_marks where user_id = ${userId}
      and not exists (select from webhook_endpoints where user_id = ${userId})`;
  return deleted.count === 1;
}

/** Forgets the failures of a webhook that received an event. */
export async function recordWebhookSuccess(db: Queryable, id: string): Promise<void> {
  await db`
    /* webhooks.recordSuccess */
    update webhook_endpoints set failures = 0, retry_at = null where id = ${id} and failures > 0`;
}

/**
 * Counts a failed attempt of an enabled webhook, and pauses or disables it. Returns null if it was
 * disabled or deleted meanwhile.
 */
export async function recordWebhookFailure(
  tx: Tx,
  { id, retryAt, mostFailures }: { id: string; retryAt: Date; mostFailures: number },
): Promise<WebhookRow | null> {
  const [row] = await tx<WebhookRow[]>`
    /* webhooks.recordFailure */
    update webhook_endpoints set failures = failures + 1, retry_at = ${retryAt},
      disabled = case when failures + 1 >= ${mostFailures} then 'failures' end
    where id = ${id} and disabled is null
    returning ${columns(tx)}`;
  return row ?? null;
}
