import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { withTx } from "@fairclick/sql/db/tx";
import {
  type DeliveryRow,
  findWebhook,
  listDeliveries,
  lockWebhook,
  requeueDelivery,
} from "@fairclick/sql/notices/webhooks";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { type Page, type PageInput, readPage } from "../../read-page";
import { webhookNotFound } from "./manage-webhooks";

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
