import { notVisits } from "@fairclick/core/clicks/burst";
import type { Tx } from "../client";

export type BurstScope = {
  burstClicks: number;
  windowSeconds: number;
  /** No neighbour of the batch lies outside these: they keep the search within the partitions of a day or two. */
  from: Date;
  to: Date;
};

/**
 * For each click of the `batch`, whether it belongs to a burst of visits with one key, waiting or
 * judged, on whatever campaign, and how many visits lie within a window around it: the set-wise
 * form of `findBursts` in `core/clicks/burst.ts`. A visit opens a burst when the one that comes
 * `burstClicks - 1` later lies within the window; it belongs to one when it, or one of the
 * `burstClicks - 1` before it, opens one. Keys with fewer visits than that are not looked at any
 * further. `offset 0` keeps each key's look-up a look-up by index. Which index, Postgres cannot tell
 * where `pending_clicks` was empty when it was last vacuumed: all of them seem to cost nothing, also
 * those that would give every click of the time. Rows are compared there, as only the key's own can.
 */
export function findBursts(tx: Tx, key: "ip_key" | "device_key", scope: BurstScope) {
  const others = scope.burstClicks - 1;
  const window = tx`make_interval(secs => ${scope.windowSeconds})`;
  const neighboursIn = (table: "pending_clicks" | "clicks", inSpan: ReturnType<Tx>) => tx`
    select span.key, visit.clicked_at, visit.id
    from spans span cross join lateral (
      select n.clicked_at, n.id from ${tx(table)} n where ${inSpan} and ${isVisit(tx, "n")} offset 0
    ) visit`;
  const waiting = neighboursIn(
    "pending_clicks",
    tx`(n.${tx(key)}, n.clicked_at) between (span.key, span.first_at) and (span.key, span.last_at)`,
  );
  const judged = neighboursIn(
    "clicks",
    tx`n.${tx(key)} = span.key and n.clicked_at between span.first_at and span.last_at
        and n.clicked_at between ${scope.from} and ${scope.to}`,
  );
  return tx`
    with spans as materialized (
      select ${tx(key)} as key, min(clicked_at) - ${window} as first_at, max(clicked_at) + ${window} as last_at
      from batch where visit and not known group by ${tx(key)}
    ),
    visits as materialized (${waiting} union all ${judged}),
    crowded as (select key from visits group by key having count(*) > ${others}::int),
    crowd as (select distinct key, clicked_at, id from visits where key in (select key from crowded)),
    openings as (
      select id, key, clicked_at,
        lead(clicked_at, ${others}::int) over (partition by key order by clicked_at, id) - clicked_at <= ${window} as opens,
        count(*) over (
          partition by key order by clicked_at range between ${window} preceding and ${window} following
        ) as around
      from crowd
    )
    select id, around, bool_or(opens) over (
        partition by key order by clicked_at, id rows between ${others}::int preceding and current row
      ) as burst
    from openings`;
}

/** Signals stand in deciding order, so that the first tells whether a request was a visit. */
export function isVisit(tx: Tx, table: string) {
  return tx`coalesce(${tx(table)}.signals #>> '{0,signal}', '') <> all (${[...notVisits]}::text[])`;
}
