import { deleteExpiredMailTokens } from "@fairclick/sql/notices/mail-tokens";
import { deleteNoticesBefore } from "@fairclick/sql/notices/notices";
import type { Ctx } from "../context";

const DAY_MS = 24 * 3_600_000;
const KEPT_DAYS = 180;
const BATCH = 1_000;

/** Deletes notices after 180 days, and expired links of mails. */
export async function forgetNotices(ctx: Ctx): Promise<void> {
  const at = new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS);
  while ((await deleteNoticesBefore(ctx.db.sql, { at, limit: BATCH })) === BATCH);
  while ((await deleteExpiredMailTokens(ctx.db.sql, ctx.now())) === BATCH);
}
