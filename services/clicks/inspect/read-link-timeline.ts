import { MAX_GROUPED_CLICKS } from "@fairclick/core/clicks/flagged-clicks-schema";
import { type LinkTimelineQuery, stepMs } from "@fairclick/core/clicks/link-timeline-schema";
import { limitedRead } from "@fairclick/sql/clicks/flagged-clicks";
import {
  countClicksByMinute,
  countClicksByStep,
  type TimelineRow,
} from "@fairclick/sql/clicks/link-timeline";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { resolveFilter } from "../decide/resolve-filter";

export type LinkTimeline = { points: TimelineRow[]; isPartial: boolean };

/**
 * Returns a link's judged clicks per minute, hour or UTC day, oldest step first. By the minute it counts
 * the newest `most` clicks; sums per quarter hour provide the rest.
 */
export async function readLinkTimeline(
  ctx: Pick<Ctx, "db" | "now">,
  query: LinkTimelineQuery,
  most = MAX_GROUPED_CLICKS,
): Promise<LinkTimeline> {
  const length = stepMs[query.step];
  const end = query.to ? new Date(query.to) : ctx.now();
  const to = Math.ceil(end.getTime() / length) * length;
  const from = to - query.count * length;
  const rows = await withTx(
    ctx.db,
    (tx) => readRows(tx, { query, span: { from: new Date(from), to: new Date(to) }, most }),
    limitedRead,
  );
  const found = new Map(rows.map((row) => [row.at.getTime(), row]));
  const points = Array.from({ length: query.count }, (_, i) => {
    const at = from + i * length;
    return found.get(at) ?? { at: new Date(at), ...none };
  });
  return { points, isPartial: query.step === "minute" && countAll(rows) >= most };
}

const none = { valid: 0, held: 0, invalid: 0, unpaid: 0, paidMicros: 0n };

type Wanted = { query: LinkTimelineQuery; span: { from: Date; to: Date }; most: number };

async function readRows(tx: Tx, { query, span, most }: Wanted): Promise<TimelineRow[]> {
  const { campaign, creator, step } = query;
  const { campaignId, creatorId } = await resolveFilter(tx, { verdict: "any", campaign, creator });
  if (campaignId === null || creatorId === null) return [];
  const link = { campaignId, creatorId, span };
  return step === "minute"
    ? countClicksByMinute(tx, { ...link, most })
    : countClicksByStep(tx, { ...link, step });
}

function countAll(rows: readonly TimelineRow[]): number {
  return rows.reduce(
    (sum, { valid, held, invalid, unpaid }) => sum + valid + held + invalid + unpaid,
    0,
  );
}
