import type { Queryable } from "../db/client";

/**
 * A condition that every judged click of `alias` meets. The indexes on addresses and devices begin
 * with whether a click is paid or held: without a condition on it Postgres cannot search them.
 */
export function hasAnyVerdict(db: Queryable, alias: "c" | "n") {
  return db`(${db(alias)}.verdict in ('valid', 'held')) in (true, false)`;
}
