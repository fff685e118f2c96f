import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import type { ClickCost } from "@fairclick/core/campaigns/status";
import type { AppealedGroup } from "@fairclick/core/clicks/appeals";
import type {
  ClickAction,
  ClickGroup,
  ClickValueKind,
  ReversalCategory,
} from "@fairclick/core/clicks/decisions";
import type { FinalVerdict, Signal } from "@fairclick/core/clicks/signal";
import type { CampaignId, OperatorId, UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";
import { addedSums, sumColumns, sumsByVerdict, updateCounters } from "./counters";
import { clickValue } from "./top-clicks";

/** A judged click with the last operator decision about it, if there is one. */
export type DecidableClick = ClickCost & {
  id: string;
  clickedAt: Date;
  campaignId: string;
  creatorId: string;
  verdict: FinalVerdict;
  decided: ClickAction | null;
  wasHeld: boolean;
  paidMicros: bigint;
};

export type ClickSpan = { ids: string[]; from: Date | null; to: Date | null };

/**
 * Lists judged clicks by id, oldest first. The span limits the search to the partitions of its
 * days.
 */
export async function listClicksById(
  db: Queryable,
  { ids, from, to }: ClickSpan,
): Promise<DecidableClick[]> {
  return db<DecidableClick[]>`
    /* clickDecisions.listClicksById */
    select ${decidableColumns(db)} from clicks c
    where c.id = any (${ids}::uuid[]) ${between(db, { from, to })}
    order by c.clicked_at, c.id`;
}

export type AppealedClick = DecidableClick & { signals: Signal[]; asn: number | null };

type AppealedLink = AppealedGroup & { campaignId: CampaignId; creatorId: UserId; limit: number };

/** Lists the refused and held clicks that an appeal is about, oldest first. */
export async function listAppealedClicks(
  db: Queryable,
  appeal: AppealedLink,
): Promise<AppealedClick[]> {
  const { campaignId, creatorId, day, reason, limit } = appeal;
  const from = new Date(`${day}T00:00:00Z`);
  const to = new Date(from.getTime() + 86_400_000);
  return db<AppealedClick[]>`
    /* clickDecisions.listAppealed */
    select ${decidableColumns(db)}, coalesce(c.signals, '[]') as signals, c.asn from clicks c
    where is_of_link(c.campaign_id, c.creator_id, c.clicked_at, ${campaignId}, ${creatorId}) ${between(db, { from, to })}
      and c.verdict in ('held', 'invalid') and c.reason = ${reason}
    order by link_hours(c.campaign_id, c.creator_id, c.clicked_at), c.clicked_at, c.id limit ${limit}`;
}

export async function listPendingIds(db: Queryable, ids: string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    /* clickDecisions.listPendingIds */
    select id from pending_clicks where id = any (${ids}::uuid[])`;
  return rows.map(({ id }) => id);
}

export type ClickGroupFilter = Pick<
  ClickGroup,
  "campaignId" | "signal" | "withoutCookie" | "actId"
> & {
  action: ClickAction;
  creatorIds?: string[] | undefined;
  /** A network as `normaliseNetwork` returns it. */
  network?: string | undefined;
  from?: Date | null;
  to?: Date | null;
  /** Clicks after this time are left out; null for none. */
  newest: Date | null;
  values?: readonly { by: ClickValueKind; value: string }[];
};

export type ClickPlace = Pick<DecidableClick, "id" | "clickedAt">;

/**
 * Returns the clicks of a group that an action applies to, oldest first: paid clicks for `reverse`, invalid
 * clicks for `hold`, otherwise held clicks; with an act, also the clicks that the act rejected.
 */
export async function listClicksOfGroup(
  db: Queryable,
  filter: ClickGroupFilter & { after: ClickPlace | null; limit: number },
): Promise<DecidableClick[]> {
  const { action, campaignId, creatorIds, network, signal, newest, actId, after, limit } = filter;
  const { values = [] } = filter;
  return db<DecidableClick[]>`
    /* clickDecisions.listClicksOfGroup */
    select ${decidableColumns(db)}
    from visited_clicks c
    ${creatorIds && (campaignId || action === "reverse") ? onLinks(db, campaignId, creatorIds) : db``}
    ${actId ? db`join click_decisions a on a.act_id = ${actId} and a.click_id = c.id and a.clicked_at = c.clicked_at` : db``}
    where ${verdictsTaken(db, action, actId !== undefined)}
      ${campaignId ? db`and c.campaign_id = ${campaignId}` : db``}
      ${creatorIds ? db`and c.creator_id = any (${creatorIds}::uuid[])` : db``}
      ${network ? db`and c.ip_key <<= ${network}::inet` : db``}
      ${signal ? db`and c.signals @> ${db.json([{ signal }])}` : db``}
      ${values.reduce((all, { by, value }) => db`${all} and (${clickValue(db, by)}) = ${value}`, db``)}
      ${filter.withoutCookie ? db`and not c.device_known` : db``}
      ${between(db, filter)}
      ${newest ? db`and c.clicked_at < ${new Date(newest.getTime() + 1)}` : db``}
      ${after ? db`and (c.clicked_at, c.id) > (${after.clickedAt}, ${after.id}::uuid)` : db``}
    order by c.clicked_at, c.id limit ${limit}`;
}

/** Restricts clicks to the links of creators: only the index on links knows paid clicks of a creator. */
function onLinks(db: Queryable, campaignId: string | undefined, creatorIds: string[]) {
  const links = campaignId
    ? db`select distinct ${campaignId}::uuid as campaign_id, unnest(${creatorIds}::uuid[]) as creator_id`
    : db`select campaign_id, creator_id from links where creator_id = any (${creatorIds}::uuid[])`;
  return db`join (${links}) l
    on is_of_link(c.campaign_id, c.creator_id, c.clicked_at, l.campaign_id, l.creator_id)`;
}

function verdictsTaken(db: Queryable, action: ClickAction, ofAct: boolean) {
  if (action === "reverse") return db`c.verdict = 'valid'`;
  if (action === "hold") return db`c.verdict = 'invalid'`;
  return action === "approve" && ofAct
    ? db`c.verdict in ('held', 'invalid')`
    : db`c.verdict = 'held'`;
}

function between(db: Queryable, { from, to }: { from?: Date | null; to?: Date | null }) {
  return db`${from ? db`and c.clicked_at >= ${from}` : db``} ${to ? db`and c.clicked_at < ${to}` : db``}`;
}

export function decidableColumns(db: Queryable) {
  return db`
    c.id, c.clicked_at, c.campaign_id, c.creator_id,
    c.verdict, c.price_micros::bigint, c.fee_micros::bigint, c.paid_micros,
    (select d.action from click_decisions d where d.click_id = c.id order by d.id desc limit 1) as decided,
    exists (select from click_decisions d
      where d.click_id = c.id and d.verdict_before = 'held') as was_held`;
}

export type Decide = {
  actId: string;
  action: ClickAction;
  /** Null for an approval that the game's reports proved. */
  operatorId: OperatorId | null;
  category: ReversalCategory | null;
  /** The ledger transaction of an approval or a reversal; null for a rejection. */
  transactionId: string | null;
  clicks: ClickPlace[];
};

/**
 * Changes the verdicts of clicks and records the decision. The campaign's escrow must be locked.
 */
export async function decideClicks(tx: Tx, decide: Decide): Promise<ClickChange[]> {
  const rows = await tx<ChangedRow[]>`
    /* clickDecisions.decideClicks */
    select click_id, clicked_at, campaign_id,
      creator_id, verdict_before, reason_before, verdict, reason
    from decide_clicks(
      ${decide.actId}::uuid, ${decide.operatorId}::uuid, ${decide.action}::text,
      ${decide.category}::text, ${decide.transactionId}::uuid,
      ${decide.clicks.map(({ id }) => id)}::uuid[],
      ${decide.clicks.map(({ clickedAt }) => clickedAt.toISOString())}::timestamptz[]
    )`;
  return rows.map(({ verdictBefore, reasonBefore, verdict, reason, ...click }) => ({
    ...click,
    before: { verdict: verdictBefore, reason: reasonBefore },
    after: { verdict, reason },
  }));
}

type ChangedRow = Omit<ClickChange, "before" | "after"> & {
  verdictBefore: FinalVerdict;
  reasonBefore: string | null;
  verdict: FinalVerdict;
  reason: string | null;
};

export type CampaignFunds = {
  developerId: string;
  clickRules: ClickRules;
  released: boolean;
  /** The part of the escrow that no held click claims. */
  freeMicros: bigint;
};

/** Returns what a campaign can pay. The campaign and its escrow must be locked. */
export async function getFunds(tx: Tx, campaignId: string): Promise<CampaignFunds> {
  const [row] = await tx<CampaignFunds[]>`
    /* clickDecisions.getFunds */
    select c.developer_id, c.click_rules,
      c.released_at is not null as released,
      coalesce(a.balance_micros, 0) - coalesce(h.micros, 0) as free_micros
    from campaigns c
    left join ledger_accounts a on a.kind = 'escrow' and a.owner_id = c.id
    left join held_claims h on h.campaign_id = c.id
    where c.id = ${campaignId}`;
  if (!row) throw new Error(`There is no campaign ${campaignId}`);
  return row;
}

export type Named = { id: string; name: string };

export async function listUserNames(db: Queryable, ids: string[]): Promise<Named[]> {
  return db<Named[]>`
    /* clickDecisions.listUserNames */
    select id, username as name from users where id = any (${ids}::uuid[])`;
}

export type Takable = {
  userId: string;
  earningsMicros: bigint;
  /** In a withdrawal that was not sent, which a reversal can stop. */
  unsentMicros: bigint;
  /** In a withdrawal that is being sent. */
  sendingMicros: bigint;
};

/** Returns what a reversal can take from users. Leaves out users without an account. */
export async function listTakable(db: Queryable, userIds: string[]): Promise<Takable[]> {
  return db<Takable[]>`
    /* clickDecisions.listTakable */
    select a.owner_id as user_id, a.balance_micros as earnings_micros,
      coalesce(sum(w.amount_micros) filter (where w.sending_at is null), 0)::bigint as unsent_micros,
      coalesce(sum(w.amount_micros) filter (where w.sending_at is not null), 0)::bigint
        as sending_micros
    from ledger_accounts a
    left join withdrawals w on w.user_id = a.owner_id and w.status = 'pending'
    where a.kind = 'earnings' and a.owner_id = any (${userIds}::uuid[])
    group by a.id`;
}

type Outcome = { verdict: FinalVerdict; reason: string | null };

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
    { ...click, ...before, clicks: -1 },
    { ...click, ...after, clicks: 1 },
  ]);
  await tx`
    /* recountClicks */
    with counted as materialized (
      select move.*, click.*,
        clicks * click.price as micros, clicks * click.fee as fee_micros
      from unnest(
        ${moves.map((move) => move.clickId)}::uuid[],
        ${moves.map((move) => move.campaignId)}::uuid[],
        ${moves.map((move) => move.creatorId)}::uuid[],
        ${moves.map((move) => move.clickedAt.toISOString())}::timestamptz[],
        ${moves.map((move) => move.verdict)}::text[],
        ${moves.map((move) => move.reason)}::text[],
        ${moves.map((move) => move.clicks)}::int[]
      ) as move (id, campaign_id, creator_id, clicked_at, verdict, reason, clicks)
      cross join lateral (
        select country, device_class, browser, referrer_host, link_name, price_micros::bigint as price, fee_micros::bigint as fee
        from clicks c
        where c.id = move.id and c.clicked_at = move.clicked_at offset 0
      ) click
    ),
    totalled as (
      insert into link_outcomes as kept (campaign_id, creator_id, ${sumColumns(tx)})
      select campaign_id, creator_id, ${sumsByVerdict(tx)} from counted group by 1, 2
      on conflict (campaign_id, creator_id) do update set ${addedSums(tx)}
    ),
    ${updateCounters(tx)}
    select count(*) from counted`;
}

export type ReversalSum = { at: Date; micros: bigint };

/**
 * Returns what the operator took back after a time, oldest first. Waits for concurrent reversals of the
 * same operator.
 */
export async function lockReversalSums(
  tx: Tx,
  { operatorId, since }: { operatorId: OperatorId; since: Date },
): Promise<ReversalSum[]> {
  await tx`
    /* reversalSums.lockOperator */
    select pg_advisory_xact_lock(hashtextextended(${`reversals:${operatorId}`}, 0))`;
  return tx<ReversalSum[]>`
    /* reversalSums.list */
    select at, micros from reversal_sums
    where operator_id = ${operatorId} and at > ${since} order by at`;
}

export async function insertReversalSum(
  tx: Tx,
  { id, operatorId, at, micros }: { id: string; operatorId: OperatorId; at: Date; micros: bigint },
): Promise<void> {
  await tx`
    /* reversalSums.insert */
    insert into reversal_sums (id, operator_id, at, micros)
    values (${id}, ${operatorId}, ${at}, ${micros})`;
}

/**
 * Adds clicks that a rule refused or held and that became valid to `rule_days`. The campaign's
 * escrow must be locked.
 */
export async function keepCleared(tx: Tx, changes: ClickChange[]): Promise<void> {
  const cleared = changes.filter(
    ({ before, after }) => before.reason !== null && after.verdict === "valid",
  );
  if (cleared.length === 0) return;
  await tx`
    /* ruleDays.keepCleared */
    insert into rule_days as kept (campaign_id, creator_id, judged_as, day, cleared)
    select campaign_id, creator_id, reason, (clicked_at at time zone 'UTC')::date, count(*)
    from unnest(
      ${cleared.map(({ campaignId }) => campaignId)}::uuid[],
      ${cleared.map(({ creatorId }) => creatorId)}::uuid[],
      ${cleared.map(({ before }) => before.reason)}::text[],
      ${cleared.map(({ clickedAt }) => clickedAt.toISOString())}::timestamptz[]
    ) as cleared (campaign_id, creator_id, reason, clicked_at)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (campaign_id, creator_id, judged_as, day)
    do update set cleared = kept.cleared + excluded.cleared`;
}
