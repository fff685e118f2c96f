import type { StripeEventsQuery } from "@fairclick/core/money/stripe-events";
import {
  countUnfinishedEvents,
  listUnfinishedEvents,
  type UnfinishedEvent,
} from "@fairclick/sql/money/stripe-events";
import type { Ctx } from "../../context";

/** Lists events that are not processed, newest first, with their total. */
export async function listStripeEvents(
  ctx: Pick<Ctx, "db">,
  { state, limit }: StripeEventsQuery,
): Promise<{ events: UnfinishedEvent[]; total: number }> {
  const { sql } = ctx.db;
  const parkedOnly = state === "parked";
  const [events, total] = await Promise.all([
    listUnfinishedEvents(sql, { parkedOnly, limit }),
    countUnfinishedEvents(sql, { parkedOnly }),
  ]);
  return { events, total };
}
