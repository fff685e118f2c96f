/**
 * Returns the row of a query that always has one, such as a sum without `group by` or an insert
 * with `returning`. Throws if it is missing; `what` names it in the error: "the user's balances".
 */
export function requireRow<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw new Error(`Postgres returned no row for ${what}`);
  return row;
}
