import type { Decision } from "@fairclick/core/clicks/verdict";
import type { Queryable } from "../../db/client";

/** How the active policy decided and how the shadow would. */
export type Compared = { from: Decision; to: Decision };

/** Selects the columns of both decisions as `Compared`. */
export function decisionColumns(db: Queryable) {
  return db`
    json_build_object('verdict', from_verdict, 'reason', from_reason) as "from",
    json_build_object('verdict', to_verdict, 'reason', to_reason) as "to"`;
}
