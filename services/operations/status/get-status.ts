import {
  getMarketStatus,
  listMovedSince,
  type MarketStatus,
} from "@fairclick/sql/operations/status";
import type { Ctx } from "../../context";
import type { QueueOperations } from "../../queue/operate-queues";

const MINUTE_MS = 60_000;

export type MarketplaceStatus = {
  at: Date;
  market: MarketStatus;
  moved: { kind: string; micros: bigint }[];
  queue: { waiting: number; failed: number; oldestAt: Date | null };
};

/** How the marketplace is doing: what waits, and what the last minute brought. */
export async function getStatus(
  ctx: Pick<Ctx, "db" | "now">,
  queues: Pick<QueueOperations, "list">,
): Promise<MarketplaceStatus> {
  const at = ctx.now();
  const since = new Date(at.getTime() - MINUTE_MS);
  const [market, moved, listed] = await Promise.all([
    getMarketStatus(ctx.db.sql, since),
    listMovedSince(ctx.db.sql, leastIdAt(since)),
    queues.list(),
  ]);
  const oldest = listed.flatMap(({ oldestAt }) => (oldestAt === null ? [] : [oldestAt]));
  return {
    at,
    market,
    moved,
    queue: {
      waiting: listed.reduce((sum, queue) => sum + queue.waiting + queue.active, 0),
      failed: listed.reduce((sum, queue) => sum + queue.failed, 0),
      oldestAt: oldest.length > 0 ? new Date(Math.min(...oldest)) : null,
    },
  };
}

/** A uuid v7 begins with the 48 bits of its milliseconds. */
function leastIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
