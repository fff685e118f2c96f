import { retentionDays } from "@fairclick/core/operations/retention";
import { deleteTicketsBefore } from "@fairclick/sql/operations/tickets";
import type { Ctx } from "../../context";

const DAY_MS = 24 * 3_600_000;
const BATCH = 1_000;

/** Deletes tickets a year after their last message; those that wait for an operator stay. */
export async function forgetTickets(ctx: Ctx): Promise<void> {
  const at = new Date(ctx.now().getTime() - retentionDays.tickets * DAY_MS);
  while ((await deleteTicketsBefore(ctx.db.sql, { at, limit: BATCH })) === BATCH);
}
