import type { TimelineStep } from "@fairclick/core/clicks/link-timeline-schema";
import type { Queryable } from "../db/client";
import { newestOfLink } from "./clicks-of-link";
import { isWithin, type Span } from "./flagged-clicks";

export type TimelineRow = {
  at: Date;
  valid: number;
  held: number;
  invalid: number;
  unpaid: number;
  paidMicros: bigint;
};

type OfLink = { campaignId: string; creatorId: string; span: Span };

/** Counts a link's judged clicks per hour or UTC day, from their sums. Returns no row for a step without clicks. */
export function countClicksByStep(
  db: Queryable,
  { campaignId, creatorId, span, step }: OfLink & { step: Exclude<TimelineStep, "minute"> },
): Promise<TimelineRow[]> {
  return db<TimelineRow[]>`
    /* linkTimeline.countByStep */
    select date_trunc(${step}, starts_at, 'UTC') as at, sum(valid)::int as valid, sum(held)::int as held,
      sum(invalid)::int as invalid, sum(unpaid)::int as unpaid, sum(paid_micros)::bigint as "paidMicros"
    from click_quarters
    where campaign_id = ${campaignId} and creator_id = ${creatorId}
      and starts_at >= ${span.from} and starts_at < ${span.to}
    group by 1 order by 1`;
}

/** Counts the newest `most` judged clicks of a link per minute. Returns no row for a minute without clicks. */
export function countClicksByMinute(
  db: Queryable,
  { campaignId, creatorId, span, most }: OfLink & { most: number },
): Promise<TimelineRow[]> {
  return db<TimelineRow[]>`
    /* linkTimeline.countByMinute */
    select date_trunc('minute', c.clicked_at, 'UTC') as at,
      (count(*) filter (where c.verdict = 'valid'))::int as valid,
      (count(*) filter (where c.verdict = 'held'))::int as held,
      (count(*) filter (where c.verdict = 'invalid'))::int as invalid,
      (count(*) filter (where c.verdict = 'unpaid'))::int as unpaid,
      coalesce(sum(c.paid_micros), 0)::bigint as "paidMicros"
    from (
      select c.clicked_at, c.verdict, c.paid_micros from clicks c
      where c.campaign_id = ${campaignId} and c.creator_id = ${creatorId} and ${isWithin(db, span)}
      ${newestOfLink(db)} limit ${most}
    ) c
    group by 1 order by 1`;
}
