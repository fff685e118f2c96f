import type { ClickAction } from "@fairclick/core/clicks/decisions";
import type { ProofOutcome } from "@fairclick/core/clicks/proofs";
import type { Signal, Verdict } from "@fairclick/core/clicks/signal";
import { gameUrlAtClick } from "../campaigns/game-urls";
import type { Queryable } from "../db/client";
import type { IpDataContent } from "../ip/ip-data-versions";
import { hasAnyVerdict } from "./any-verdict";
import { joinNames, type ListedClickRow, listedColumns, type Span } from "./flagged-clicks";

export type ClickDetailRow = Omit<ListedClickRow, "verdict"> & {
  verdict: Verdict;
  found: Signal[];
  recordedAt: Date;
  /** The campaign's game URL at the time of the click. */
  gameUrl: string;
  method: string;
  ipKey: string | null;
  deviceKnown: boolean;
  policyVersion: number | null;
  transactionId: string | null;
  paidAt: Date | null;
  paidReference: string | null;
  ipDataVersion: number | null;
  ipData: IpDataContent | null;
  linkJoinedAt: Date | null;
  linkDisabledAt: Date | null;
  linkDisabledBy: string | null;
  creatorCreatedAt: Date;
  creatorSuspendedAt: Date | null;
  earningsMicros: bigint;
  /** Zero or negative: the balance of the creator's debt account. */
  debtMicros: bigint;
  appealId: string | null;
  appealText: string | null;
  /** What became of the click after its player came back; null if the game reported no return. */
  proof: ProofOutcome | null;
};

/**
 * Finds a pending or judged click of the span; null if there is none. The span selects partitions.
 */
export async function findClick(
  db: Queryable,
  { id, span }: { id: string; span: Span },
): Promise<ClickDetailRow | null> {
  const [row] = await db<ClickDetailRow[]>`
    /* clickDetails.findClick */
    select ${listedColumns(db)}, c.signals as found, c.recorded_at as "recordedAt",
      ${gameUrlAtClick(db)} as "gameUrl", c.method,
      c.ip_key::text as "ipKey",
      c.device_known as "deviceKnown", c.policy_version as "policyVersion",
      c.transaction_id as "transactionId", t.created_at as "paidAt", t.reference as "paidReference",
      d.version as "ipDataVersion", d.content as "ipData", k.joined_at as "linkJoinedAt",
      k.disabled_at as "linkDisabledAt", k.disabled_by as "linkDisabledBy",
      u.created_at as "creatorCreatedAt", u.suspended_at as "creatorSuspendedAt",
      coalesce(a.balance_micros, 0) as "earningsMicros", coalesce(b.balance_micros, 0) as "debtMicros",
      p.id as "appealId", p.text as "appealText", g.outcome as proof
    from all_clicks c
    ${joinNames(db)}
    left join click_appeals p on p.click_id = c.id
    left join players g on g.click_id = c.id
    left join ledger_transactions t on t.id = c.transaction_id
    left join ip_data_versions d on d.version = c.ip_data_version
    left join ledger_accounts a on a.kind = 'earnings' and a.owner_id = c.creator_id
    left join ledger_accounts b on b.kind = 'debt' and b.owner_id = c.creator_id
    where c.id = ${id} and c.clicked_at >= ${span.from} and c.clicked_at < ${span.to}`;
  return row ?? null;
}

export type NeighbourRow = {
  id: string;
  clickedAt: Date;
  campaignName: string;
  creatorName: string;
  verdict: Verdict;
  reason: string | null;
  paidMicros: bigint;
  sameAddress: boolean;
  sameDevice: boolean;
};

export type ListNeighbours = {
  of: { id: string; clickedAt: Date; ipKey: string | null; deviceKey: string | null };
  seconds: number;
  limit: number;
};

/** Lists clicks of the same ip address or device around a click, the nearest in time first. */
export async function listNeighbours(
  db: Queryable,
  { of, seconds, limit }: ListNeighbours,
): Promise<NeighbourRow[]> {
  const from = new Date(of.clickedAt.getTime() - seconds * 1_000);
  const to = new Date(of.clickedAt.getTime() + seconds * 1_000);
  const earlier = (key: "ip_key" | "device_key") => db`
    (select * from all_clicks n
      where n.${db(key)} = given.${db(key)} and n.clicked_at between ${from} and ${of.clickedAt}
        and ${hasAnyVerdict(db, "n")}
      order by n.clicked_at desc limit ${limit})`;
  const later = (key: "ip_key" | "device_key") => db`
    (select * from all_clicks n
      where n.${db(key)} = given.${db(key)} and n.clicked_at > ${of.clickedAt} and n.clicked_at <= ${to}
        and ${hasAnyVerdict(db, "n")}
      order by n.clicked_at limit ${limit})`;
  return db<NeighbourRow[]>`
    /* clickDetails.listNeighbours */
    select * from (
      select distinct on (c.id) c.id, c.clicked_at as "clickedAt", m.name as "campaignName",
        u.username as "creatorName", c.verdict, c.reason, c.paid_micros::bigint as "paidMicros",
        coalesce(c.ip_key = given.ip_key, false) as "sameAddress",
        coalesce(c.device_key = given.device_key, false) as "sameDevice"
      from (values (${of.ipKey}::inet, ${of.deviceKey}::text)) as given (ip_key, device_key)
      cross join lateral (
        ${earlier("ip_key")} union all ${later("ip_key")}
        union all ${earlier("device_key")} union all ${later("device_key")}
      ) c
      ${joinNames(db)}
      where c.id <> ${of.id}
    ) neighbour
    order by abs(extract(epoch from "clickedAt" - ${of.clickedAt}::timestamptz)), id limit ${limit}`;
}

export type RecordRow = {
  campaignId: string;
  verdict: string;
  clicks: bigint;
  paidMicros: bigint;
};

/**
 * Returns the number of a creator's judged clicks by campaign and verdict; no row stands for zero.
 */
export async function listCreatorVerdicts(db: Queryable, creatorId: string): Promise<RecordRow[]> {
  return db<RecordRow[]>`
    /* clickDetails.listCreatorVerdicts */
    select l.campaign_id as "campaignId", n.verdict, n.clicks, n.paid_micros as "paidMicros"
    from link_outcomes l
    cross join lateral (
      values ('valid', l.valid, l.paid_micros), ('invalid', l.invalid, 0), ('held', l.held, 0),
        ('unpaid', l.unpaid, 0)
    ) as n (verdict, clicks, paid_micros)
    where l.creator_id = ${creatorId} and n.clicks > 0`;
}

/** `operator` is null for an approval that the game's reports proved. */
export type DecisionRow = { action: ClickAction; operator: string | null; at: Date };

/** Lists the decisions about a click, oldest first. */
export async function listDecisions(db: Queryable, clickId: string): Promise<DecisionRow[]> {
  return db<DecisionRow[]>`
    /* clickDetails.listDecisions */
    select d.action, o.name as operator, d.decided_at as at
    from click_decisions d left join operators o on o.id = d.operator_id
    where d.click_id = ${clickId} order by d.id`;
}
