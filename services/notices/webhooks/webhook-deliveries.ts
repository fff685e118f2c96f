import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { POLL_ADDRESS } from "@fairclick/core/notices/poll-address";
import { withTx } from "@fairclick/sql/db/tx";
import {
  type DeliveryRow,
  listDeliveries,
  requeueDelivery,
  type TakenEvent,
  takeDeliveries,
} from "@fairclick/sql/notices/webhook-deliveries";
import { findWebhook, lockWebhook } from "@fairclick/sql/notices/webhooks";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { type Page, type PageInput, readPage } from "../../read-page";
import { webhookNotFound } from "./manage-webhooks";
import { signWebhook } from "./webhook-secrets";

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

const MAX_TAKEN_EVENTS = 50;

export type SignedEvent = TakenEvent & { signature: string };

/**
 * Takes the events that wait for a webhook with the address `poll:`, at most 50, signed as if they
 * were sent. Each is returned once. Throws `not_found`, and `conflict` for other addresses.
 */
export async function takeEvents(ctx: Ctx, id: string): Promise<SignedEvent[]> {
  const userId = requireUser(ctx);
  const at = ctx.now();
  const { webhook, taken } = await withTx(ctx.db, async (tx) => {
    const locked = await lockWebhook(tx, { id, userId });
    if (!locked) throw webhookNotFound();
    if (locked.url !== POLL_ADDRESS) {
      throw new AppError("conflict", t`Only a webhook with the address ${POLL_ADDRESS} is polled`);
    }
    const events = await takeDeliveries(tx, { endpointId: id, at, limit: MAX_TAKEN_EVENTS });
    return { webhook: locked, taken: events };
  });
  return Promise.all(
    taken.map(async (event) => {
      const signature = await signWebhook(ctx.db, webhook, { body: event.body, at });
      return { ...event, signature };
    }),
  );
}
