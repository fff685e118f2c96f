import type { Tx } from "../client";
import { keepCounts } from "../stats/keep-counts";
import { admitReferrers, referrerOf } from "./admit-referrers";
import { keepOutcomes } from "./find-anomalies";
import { isVisit } from "./find-bursts";
import { type JudgeClicks, judgeClicks } from "./judge-clicks";

export type SettleBatch = JudgeClicks & { settlementId: string; shard: number; watermark: Date };

/** `clicks` were taken out of `pending_clicks`; `judged` of them had not been judged before. */
export type BatchTotals = { clicks: number; judged: number; valid: number; paidMicros: bigint };

/**
 * Judges and pays one batch. Everything about money is computed from the rows that were really
 * inserted into `clicks`, so that a click that comes twice is paid once.
 */
export async function settleBatch(tx: Tx, input: SettleBatch): Promise<BatchTotals> {
  const { settlementId, shard, watermark, policy } = input;
  await letNestLoops(tx, "off");
  const [totals] = await tx<BatchTotals[]>`
    /* settlement.settleBatch */
    with ${takeClicks(tx, input)},
    ${judgeClicks(tx, input)},
    ${admitReferrers(tx)},
    ${storeClicks(tx, input)},
    ${keepClaims(tx)},
    ${keepCounts(tx)},
    ${keepOutcomes(tx, policy)},
    ${postPayouts(tx, input)},
    totals as (
      select (select count(*) from taken)::int as clicks, count(*)::int as judged,
        (count(*) filter (where verdict = 'valid'))::int as valid,
        coalesce(sum(paid_micros), 0)::bigint as paid_micros
      from inserted
    ),
    settled as (
      insert into settlements (id, shard, watermark, policy_version, clicks, valid, paid_micros)
      select ${settlementId}::uuid, ${shard}, ${watermark}, ${policy.version}, judged, valid, paid_micros
      from totals where judged > 0
    )
    select clicks, judged, valid, paid_micros as "paidMicros" from totals`;
  if (!totals) throw new Error("A settlement gives its totals");
  await letNestLoops(tx, "on");
  return totals;
}

/**
 * How many clicks come out of each step of the statement Postgres cannot know. Nested loops, which
 * it plans where it expects few, take minutes for thousands: they are joined by hashes. What is to
 * be looked up one by one says so (`lateral`, `offset 0`).
 */
async function letNestLoops(tx: Tx, allowed: "on" | "off"): Promise<void> {
  await tx`/* settlement.letNestLoops */ select set_config('enable_nestloop', ${allowed}, true)`;
}

/** Everything else of the statement still sees them where they were. */
function takeClicks(tx: Tx, { batch }: SettleBatch) {
  return tx`
    taken as materialized (
      delete from pending_clicks where id = any (${batch.clickIds}::uuid[]) returning *
    )`;
}

function storeClicks(tx: Tx, { policy, settlementId }: SettleBatch) {
  return tx`
    inserted as (
      insert into clicks (
        id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key, device_known, method,
        user_agent, referrer, country, asn, signals, recorded_at, verdict, reason, policy_version,
        settlement_id, transaction_id, paid_micros, ip_data_version, device_class, browser, referrer_host
      )
      select t.id, t.clicked_at, t.campaign_id, t.creator_id, t.ip, t.ip_key, t.device_key,
        t.device_known, t.method, t.user_agent, t.referrer, t.country, t.asn,
        d.ordered_signals || case when d.exhausted then '[{"signal": "exhausted", "evidence": {}}]'::jsonb else '[]' end,
        t.recorded_at, d.verdict, d.reason, ${policy.version}, ${settlementId}::uuid,
        case when d.verdict = 'valid' then d.transaction_id end,
        case when d.verdict = 'valid' then d.payout_micros else 0 end, t.ip_data_version,
        t.device_class, t.browser, ${referrerOf(tx)}
      from taken t
      join decided d on d.id = t.id
      left join named_hosts n on n.campaign_id = t.campaign_id and n.host = t.referrer_host
      on conflict do nothing
      returning id, campaign_id, creator_id, clicked_at, verdict, reason, transaction_id, paid_micros,
        country, device_class, browser, referrer_host, ${isVisit(tx, "clicks")} as visit
    ),
    counted as (select *, 1 as clicks, paid_micros as micros from inserted)`;
}

function keepClaims(tx: Tx) {
  return tx`
    claimed as (
      insert into held_claims as claim (campaign_id, clicks, micros)
      select i.campaign_id, count(*), count(*) * f.payout_micros
      from inserted i join funds f on f.campaign_id = i.campaign_id
      where i.verdict = 'held' group by i.campaign_id, f.payout_micros
      on conflict (campaign_id) do update
      set clicks = claim.clicks + excluded.clicks, micros = claim.micros + excluded.micros
    )`;
}

/** One transaction a campaign: its escrow against one entry per creator, so many clicks at its price. */
function postPayouts(tx: Tx, { settlementId }: SettleBatch) {
  return tx`
    paid as materialized (
      select i.transaction_id, i.campaign_id, i.creator_id, count(*) as quantity,
        f.payout_micros, f.escrow_id
      from inserted i join funds f on f.campaign_id = i.campaign_id
      where i.verdict = 'valid' group by 1, 2, 3, f.payout_micros, f.escrow_id
    ),
    posted as (
      insert into ledger_transactions (id, kind, idempotency_key, reference)
      select distinct transaction_id, 'click_payout',
        'settlement:' || ${settlementId} || ':' || campaign_id, 'campaign:' || campaign_id
      from paid
    ),
    entered as (
      insert into ledger_entries (transaction_id, account_id, micros, quantity, unit_micros)
      select p.transaction_id, a.id, p.quantity * p.payout_micros, p.quantity, p.payout_micros
      from paid p left join lateral (
        select id from ledger_accounts where kind = 'earnings' and owner_id = p.creator_id offset 0
      ) a on true
      union all
      select transaction_id, escrow_id, -sum(quantity) * payout_micros, sum(quantity), payout_micros
      from paid group by transaction_id, escrow_id, payout_micros
    )`;
}
