import type { Problem } from "@fairclick/core/operations/work";
import {
  getMarketStatus,
  type MarketStatus,
  sumMovementsSince,
} from "@fairclick/sql/operations/status";
import type { Ctx } from "../../context";
import type { QueueOperations } from "../../queue/operate-queues";
import type { VitalsReader } from "../health/read-vitals";
import { listProblems } from "../health/readiness";

const MINUTE_MS = 60_000;

export type MarketplaceStatus = {
  at: Date;
  market: MarketStatus;
  moved: { kind: string; micros: bigint }[];
  queue: { waiting: number; failed: number; oldestAt: Date | null };
  problems: Problem[];
};

type Sources = {
  queues: Pick<QueueOperations, "list">;
  readVitals: VitalsReader;
  windowSeconds: number;
};

/** Returns the state of the marketplace: what is waiting, and the last minute. */
export async function getStatus(
  ctx: Pick<Ctx, "db" | "now">,
  { queues, readVitals, windowSeconds }: Sources,
): Promise<MarketplaceStatus> {
  const at = ctx.now();
  const since = new Date(at.getTime() - MINUTE_MS);
  const [market, moved, listed, vitals] = await Promise.all([
    getMarketStatus(ctx.db.sql, since),
    sumMovementsSince(ctx.db.sql, leastIdAt(since)),
    queues.list(),
    readVitals(),
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
    problems: listProblems(vitals, windowSeconds),
  };
}

/** A uuid v7 begins with the 48 bits of its milliseconds. */
function leastIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
