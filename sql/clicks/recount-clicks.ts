import type { FinalVerdict } from "@fairclick/core/clicks/signal";
import type { Tx } from "../db/client";
import { addedSums, sumColumns, sumsByVerdict, updateCounters } from "./stats/update-counters";

type Outcome = { verdict: FinalVerdict; reason: string | null; micros: bigint };

/** A judged click with a changed verdict. */
export type ClickChange = {
  clickId: string;
  clickedAt: Date;
  campaignId: string;
  creatorId: string;
  before: Outcome;
  after: Outcome;
};

/**
 * Moves clicks from the counters of the old verdict to those of the new one, in the transaction
 * that changes it. Every change of a judged click's verdict must call this.
 */
export async function recountClicks(tx: Tx, changes: ClickChange[]): Promise<void> {
  const moves = changes.flatMap(({ before, after, ...click }) => [
    { ...click, ...before, clicks: -1, micros: -before.micros },
    { ...click, ...after, clicks: 1 },
  ]);
  await tx`
    /* recountClicks */
    with counted as materialized (
      select move.*, click.*,
        case when verdict = 'held' then clicks * price_micros else 0 end as held_micros
      from unnest(
        ${moves.map((move) => move.clickId)}::uuid[],
        ${moves.map((move) => move.campaignId)}::uuid[],
        ${moves.map((move) => move.creatorId)}::uuid[],
        ${moves.map((move) => move.clickedAt.toISOString())}::timestamptz[],
        ${moves.map((move) => move.verdict)}::text[],
        ${moves.map((move) => move.reason)}::text[],
        ${moves.map((move) => move.clicks)}::int[],
        ${moves.map((move) => move.micros.toString())}::bigint[]
      ) as move (id, campaign_id, creator_id, clicked_at, verdict, reason, clicks, micros)
      cross join lateral (
        select country, device_class, browser, referrer_host, label, price_micros from clicks c
        where c.id = move.id and c.clicked_at = move.clicked_at offset 0
      ) click
    ),
    totalled as (
      insert into link_outcomes as kept (campaign_id, creator_id, outcomes, ${sumColumns(tx)})
      select campaign_id, creator_id, '', ${sumsByVerdict(tx)} from counted group by 1, 2
      on conflict (campaign_id, creator_id) do update set ${addedSums(tx)}
    ),
    ${updateCounters(tx)}
    select count(*) from counted`;
}
