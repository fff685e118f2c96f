import type pg from "pg";
import { type FinishedCounts, lastMinute, type QueueFigures } from "./queue-figures";

type Row = Pick<QueueFigures, "name" | "waiting" | "active" | "delayed" | "failed"> & {
  oldestAt: string | null;
  oldestFailedAt: string | null;
  done: FinishedCounts | null;
  gaveUp: FinishedCounts | null;
};

/**
 * Reads the queues' tables themselves: of a list of waiting jobs BullMQ returns the newest first, and
 * its `getMetrics` answers zeros on Postgres.
 */
export async function readPostgresFigures(
  pool: pg.Pool,
  names: string[],
  nowMs: number,
): Promise<QueueFigures[]> {
  const { rows } = await pool.query<Row>(
    `/* queue.readPostgresFigures */
    select q.name, coalesce(j.waiting, 0)::int as waiting, coalesce(j.active, 0)::int as active,
      coalesce(j.delayed, 0)::int as delayed, coalesce(j.failed, 0)::int as failed,
      j.oldest_at as "oldestAt", j.oldest_failed_at as "oldestFailedAt",
      (select json_build_object('count', count, 'prevTs', prev_ts, 'prevCount', prev_count,
          'lastPoint', coalesce(data[1], 0))
        from metrics m where m.queue = q.name and kind = 'completed' and prev_ts is not null) as done,
      (select json_build_object('count', count, 'prevTs', prev_ts, 'prevCount', prev_count,
          'lastPoint', coalesce(data[1], 0))
        from metrics m where m.queue = q.name and kind = 'failed' and prev_ts is not null) as "gaveUp"
    from unnest($1::text[]) with ordinality as q (name, place)
    left join (
      select queue, count(*) filter (where state = 'waiting') as waiting,
        count(*) filter (where state = 'active') as active,
        count(*) filter (where state = 'delayed') as delayed,
        count(*) filter (where state = 'failed') as failed,
        min(added_at_ms + coalesce((opts->>'delay')::bigint, 0))
          filter (where state in ('waiting', 'active')) as oldest_at,
        min(finished_at_ms) filter (where state = 'failed') as oldest_failed_at
      from job where queue = any ($1) and state <> 'completed' group by queue
    ) j on j.queue = q.name
    order by q.place`,
    [names],
  );
  return rows.map(({ done, gaveUp, oldestAt, oldestFailedAt, ...row }) => ({
    ...row,
    donePerMinute: lastMinute(done, nowMs),
    failedPerMinute: lastMinute(gaveUp, nowMs),
    oldestAt: oldestAt === null ? null : Number(oldestAt),
    oldestFailedAt: oldestFailedAt === null ? null : Number(oldestFailedAt),
  }));
}
