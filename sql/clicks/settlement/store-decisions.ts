import { TRACE_LENGTH } from "@fairclick/core/clicks/refused-trace";
import type { JudgedClick } from "@fairclick/core/clicks/spending";
import { arrayLiteral } from "../../db/array-literal";
import type { Tx } from "../../db/client";
import { countedOutcome } from "../counted-outcome";
import { addedSums, sumColumns, sumsByVerdict, updateCounters } from "../stats/update-counters";

/** A decision to store. */
export type Decision = JudgedClick & {
  campaignId: string;
  /** See `BatchClick`. */
  rowPlace: string;
  /** The ledger transaction that pays it; null unless it is valid. */
  transactionId: string | null;
  /** Whether the statistics count its referrer under 'other'. */
  unnamedReferrer: boolean;
};

/** Number of clicks of one link, with one price, that were inserted into `clicks`. */
export type StoredClicks = {
  campaignId: string;
  creatorId: string;
  priceMicros: bigint;
  clicks: number;
  valid: number;
  held: number;
};

/**
 * Moves clicks from `pending_clicks` to `clicks`, each with its decision, and counts them. Returns
 * what was inserted, without clicks that were stored before or that another transaction took.
 *
 * Rows are read and deleted at their place, without an index. Postgres would choose the index by
 * statistics that may stem from an almost empty table: it took one that does not begin with the id,
 * and read all of it for each click. The id is compared because another row may have moved to the
 * place. `offset 0` makes Postgres look up row by row instead of joining two sets of unknown size.
 * Each link keeps the outcomes of its last `visits` visits.
 */
export async function storeDecisions(
  tx: Tx,
  {
    settlementId,
    decisions,
    visits,
  }: { settlementId: string; decisions: Decision[]; visits: number },
): Promise<StoredClicks[]> {
  return tx<StoredClicks[]>`
    /* settlement.storeDecisions */
    with listed as (${listDecisions(tx, decisions)}),
    decided as materialized (
      select l.* from listed l cross join lateral (
        select id from pending_clicks p where p.ctid = l.row_place offset 0
      ) p where p.id = l.click_id
      order by l.click_id
    ),
    taken as (
      select d.*, p.* from decided d cross join lateral (
        select * from pending_clicks p where p.ctid = d.row_place offset 0
      ) p
    ),
    removed as (
      delete from pending_clicks where ctid = any ((select array_agg(row_place) from decided)::tid[])
    ),
    inserted as (
      insert into clicks (
        id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key, weak_key, device_known, method,
        user_agent, referrer, country, asn, signals, recorded_at, verdict, reason, policy_version,
        settlement_id, transaction_id, price_micros, paid_micros, ip_data_version, device_class, browser,
        referrer_host, label
      )
      select id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key, weak_key, device_known, method,
        user_agent, referrer, country, asn, all_signals, recorded_at, verdict, reason, policy_version,
        ${settlementId}::uuid, transaction_id, price_micros, paid_micros, ip_data_version, device_class, browser,
        case when unnamed_referrer then 'other' else referrer_host end, label
      from taken
      on conflict do nothing
      returning id, campaign_id, creator_id, clicked_at, verdict, reason, price_micros, paid_micros, country,
        device_class, browser, referrer_host, label,
        ${countedOutcome(tx)} as outcome
    ),
    counted as (
      select *, 1 as clicks, paid_micros as micros,
        case when verdict = 'held' then price_micros else 0 end as held_micros
      from inserted
    ),
    ${updateCounters(tx)},
    ${updateOutcomes(tx, visits)}
    select campaign_id as "campaignId", creator_id as "creatorId", price_micros as "priceMicros", count(*)::int as clicks,
      (count(*) filter (where verdict = 'valid'))::int as valid,
      (count(*) filter (where verdict = 'held'))::int as held
    from inserted group by campaign_id, creator_id, price_micros`;
}

/** Equal decisions are sent once, with the ids and places of their clicks. */
function listDecisions(tx: Tx, decisions: Decision[]) {
  const alike = Map.groupBy(
    decisions,
    ({ campaignId, verdict, signals, priceMicros, unnamedReferrer, policyVersion }) =>
      [
        campaignId,
        policyVersion,
        priceMicros,
        verdict,
        unnamedReferrer,
        signals.length > 0 ? JSON.stringify(signals) : "",
      ].join(),
  );
  const groups = [...alike.values()].flatMap((each) => (each[0] ? [{ ...each[0], each }] : []));
  const column = (pick: (group: (typeof groups)[number]) => string | number | null) =>
    arrayLiteral(groups.map(pick));
  return tx`
    select unnest(click_ids::uuid[]) as click_id, unnest(row_places::tid[]) as row_place, verdict,
      reason, signals::jsonb as all_signals, policy_version, transaction_id, price_micros, paid_micros,
      unnamed_referrer
    from unnest(
      ${column(({ each }) => arrayLiteral(each.map(({ id }) => id)))}::text[],
      ${column(({ each }) => arrayLiteral(each.map(({ rowPlace }) => rowPlace)))}::text[],
      ${column(({ verdict }) => verdict)}::text[],
      ${column(({ reason }) => reason)}::text[],
      ${column(({ signals }) => JSON.stringify(signals))}::text[],
      ${column(({ policyVersion }) => policyVersion)}::int[],
      ${column(({ transactionId }) => transactionId)}::uuid[],
      ${column(({ priceMicros }) => priceMicros.toString())}::bigint[],
      ${column(({ paidMicros }) => paidMicros.toString())}::bigint[],
      ${column(({ unnamedReferrer }) => String(unnamedReferrer))}::bool[]
    ) as alike (click_ids, row_places, verdict, reason, signals, policy_version, transaction_id,
      price_micros, paid_micros, unnamed_referrer)`;
}

/** Adds the traces of a batch's refused visits, per link in click order; keeps those of `visits` visits. */
export async function keepRefusedTraces(
  tx: Tx,
  links: readonly { campaignId: string; creatorId: string; traces: string }[],
  visits: number,
): Promise<void> {
  await tx`
    /* settlement.keepRefusedTraces */
    update link_outcomes kept
    set refused = right(kept.refused || given.traces, ${TRACE_LENGTH * visits}::int)
    from unnest(
      ${arrayLiteral(links.map(({ campaignId }) => campaignId))}::uuid[],
      ${arrayLiteral(links.map(({ creatorId }) => creatorId))}::uuid[],
      ${arrayLiteral(links.map(({ traces }) => traces))}::text[]
    ) as given (campaign_id, creator_id, traces)
    where kept.campaign_id = given.campaign_id and kept.creator_id = given.creator_id`;
}

/** Appends the verdicts of the batch's visits. Only one transaction at a time judges a link's clicks. */
function updateOutcomes(tx: Tx, visits: number) {
  return tx`
    kept_outcomes as (
      insert into link_outcomes as kept (campaign_id, creator_id, outcomes, ${sumColumns(tx)})
      select campaign_id, creator_id, coalesce(right(
        string_agg(outcome, '' order by clicked_at, id), ${visits}::int
      ), ''), ${sumsByVerdict(tx)}
      from counted group by campaign_id, creator_id
      on conflict (campaign_id, creator_id) do update
      set outcomes = right(kept.outcomes || excluded.outcomes, ${visits}::int), ${addedSums(tx)}
    )`;
}

/** Deletes pending clicks that were judged before. */
export async function deletePendingClicks(tx: Tx, clickIds: Iterable<string>): Promise<void> {
  await tx`
    /* settlement.deletePendingClicks */
    delete from pending_clicks where id = any (${arrayLiteral([...clickIds])}::uuid[])`;
}

/** Claims the prices of held clicks and their fees from their campaigns' budgets. */
export async function claimHeldBudget(
  tx: Tx,
  claims: readonly { campaignId: string; clicks: number; micros: bigint }[],
): Promise<void> {
  await tx`
    /* settlement.claimHeldBudget */
    insert into held_claims as claim (campaign_id, clicks, micros)
    select * from unnest(
      ${arrayLiteral(claims.map(({ campaignId }) => campaignId))}::uuid[],
      ${arrayLiteral(claims.map(({ clicks }) => clicks))}::bigint[],
      ${arrayLiteral(claims.map(({ micros }) => micros.toString()))}::bigint[]
    )
    on conflict (campaign_id) do update
    set clicks = claim.clicks + excluded.clicks, micros = claim.micros + excluded.micros`;
}

export async function insertSettlement(
  tx: Tx,
  settlement: {
    id: string;
    shard: number;
    watermark: Date;
    policyVersion: number;
    clicks: number;
    valid: number;
    paidMicros: bigint;
  },
): Promise<void> {
  const { id, shard, watermark, policyVersion, clicks, valid, paidMicros } = settlement;
  await tx`
    /* settlement.insertSettlement */
    insert into settlements (id, shard, watermark, policy_version, clicks, valid, paid_micros)
    values (${id}, ${shard}, ${watermark}, ${policyVersion}, ${clicks}, ${valid}, ${paidMicros})`;
}
