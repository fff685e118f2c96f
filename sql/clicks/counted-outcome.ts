import { nonVisitSignals } from "@fairclick/core/clicks/addresses";
import { gainfulReasons } from "@fairclick/core/clicks/refused-trace";
import type { Queryable } from "../db/client";

/**
 * An expression over a judged click: how it counts for its link, as `countedOutcome` in core has it.
 * 1 was refused, 0 passed; null if it does not count.
 */
export function countedOutcome(db: Queryable) {
  return db`
    case
      when coalesce(signals #>> '{0,signal}', '') = any (${[...nonVisitSignals]}::text[]) then null
      when verdict <> 'invalid' then '0'
      when reason = any (${[...gainfulReasons]}::text[])
        and not click_signal_names(signals) && array['relay', 'shared_network'] then '1'
    end`;
}
