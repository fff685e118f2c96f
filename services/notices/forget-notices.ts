import { retentionDays } from "@fairclick/core/operations/privacy";
import { deleteExpiredMailTokens } from "@fairclick/sql/notices/mail";
import { deleteNoticesBefore } from "@fairclick/sql/notices/notices";
import { deleteDeliveriesBefore } from "@fairclick/sql/notices/webhooks";
import type { Ctx } from "../context";

const DAY_MS = 24 * 3_600_000;
const BATCH = 1_000;

/** Deletes notices after 180 days, deliveries of webhooks after 30, and expired links of mails. */
export async function forgetNotices(ctx: Ctx): Promise<void> {
  const before = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS);
  const old = { at: before(retentionDays.notices), limit: BATCH };
  while ((await deleteNoticesBefore(ctx.db.sql, old)) === BATCH);
  const oldDeliveries = { at: before(retentionDays.webhookDeliveries), limit: BATCH };
  while ((await deleteDeliveriesBefore(ctx.db.sql, oldDeliveries)) === BATCH);
  while ((await deleteExpiredMailTokens(ctx.db.sql, ctx.now())) === BATCH);
}
