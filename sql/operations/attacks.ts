import type { UserId, WithdrawalId } from "@fairclick/core/ids";
import type { AttackAbout } from "@fairclick/core/operations/attacks";
import { arrayLiteral, type Queryable, type Tx } from "../db/client";
import type { AuditFacts } from "./operators";

export type Attack = {
  id: string;
  state: "open" | "accepted" | "declined";
  note: string;
  about: AttackAbout;
  openedAt: Date;
  answer: string | null;
  decidedAt: Date | null;
  decidedBy: string | null;
};

function selectAttacks(db: Queryable) {
  return db`
    select k.id, k.state, k.text as note, k.about, k.opened_at, k.answer, k.decided_at,
      (select name from operators where id = k.decided_by) as decided_by
    from cases k where k.kind = 'attacks'`;
}

export async function findAttack(db: Queryable, id: string): Promise<Attack | null> {
  const [row] = await db<Attack[]>`
    /* attacks.find */
    ${selectAttacks(db)} and k.id = ${id}`;
  return row ?? null;
}

export async function findAttackOfAct(db: Queryable, actId: string): Promise<Attack | null> {
  const [row] = await db<Attack[]>`
    /* attacks.findOfAct */
    ${selectAttacks(db)} and k.about -> 'acts' ? ${actId}`;
  return row ?? null;
}

/** Lock the accounts first. */
export async function lockAttack(tx: Tx, id: string): Promise<Attack | null> {
  const [row] = await tx<Attack[]>`
    /* attacks.lock */
    ${selectAttacks(tx)} and k.id = ${id} for update of k`;
  return row ?? null;
}

/** Locks the oldest open attack that has one of the accounts or networks. */
export async function lockAttackOfMembers(
  tx: Tx,
  { users, networks }: Pick<AttackAbout, "users" | "networks">,
): Promise<Attack | null> {
  const [row] = await tx<Attack[]>`
    /* attacks.lockOfMembers */
    ${selectAttacks(tx)} and k.state = 'open' and (
      k.about -> 'users' ?| ${arrayLiteral(users)}::text[]
      or k.about -> 'networks' ?| ${arrayLiteral(networks)}::text[])
    order by k.id limit 1 for update of k`;
  return row ?? null;
}

/** Opens an attack, or adds accounts and acts to a locked one. */
export async function saveAttack(
  tx: Tx,
  { id, note, about, at }: Pick<Attack, "id" | "note" | "about"> & { at: Date },
): Promise<void> {
  await tx`
    /* attacks.save */
    insert into cases (id, kind, text, about, opened_at)
    values (${id}, 'attacks', ${note}, ${tx.json(about)}, ${at})
    on conflict (id) do update set about = excluded.about`;
}

/** Opens a decided attack again. */
export async function reopenAttack(tx: Tx, id: string): Promise<void> {
  await tx`
    /* attacks.reopen */
    update cases set state = 'open', answer = null, decided_by = null, decided_at = null
    where id = ${id}`;
}

type Filter = { state: string; cursor: string | null; limit: number };

/** Lists open attacks oldest first, others newest first. */
export async function listAttacks(
  db: Queryable,
  { state, cursor, limit }: Filter,
): Promise<Attack[]> {
  const isOpen = state === "open";
  const after = cursor ? db`and k.id ${isOpen ? db`>` : db`<`} ${cursor}` : db``;
  return db<Attack[]>`
    /* attacks.list */
    ${selectAttacks(db)} and k.state = ${state} ${after}
    order by k.id ${isOpen ? db`` : db`desc`} limit ${limit}`;
}

export type Member = {
  id: UserId;
  username: string;
  email: string;
  suspendedAt: Date | null;
  suspensionReason: string | null;
  deletedAt: Date | null;
};

/** Locks accounts, sorted by id. */
export async function lockMembers(tx: Tx, ids: readonly string[]): Promise<Member[]> {
  return tx<Member[]>`
    /* attacks.lockMembers */
    select id, username, email, suspended_at, suspension_reason, deleted_at
    from users where id = any (${arrayLiteral(ids)}::uuid[]) order by id for no key update`;
}

export type PendingWithdrawal = {
  id: WithdrawalId;
  userId: UserId;
  amountMicros: bigint;
  sendingAt: Date | null;
  heldAt: Date | null;
  holdReason: string | null;
  holdKinds: string[] | null;
  holdUntil: Date | null;
};

/** Locks the withdrawals of accounts that were not sent, sorted by id. */
export async function lockPendingWithdrawals(
  tx: Tx,
  userIds: readonly string[],
): Promise<PendingWithdrawal[]> {
  return tx<PendingWithdrawal[]>`
    /* attacks.lockWithdrawals */
    select id, user_id, amount_micros, sending_at, held_at, hold_reason, hold_kinds, hold_until
    from withdrawals where user_id = any (${arrayLiteral(userIds)}::uuid[]) and status = 'pending'
    order by id for no key update`;
}

/** Returns an act as its audit row records it. */
export async function findActFacts(
  db: Queryable,
  { subject, actId }: { subject: string; actId: string },
): Promise<AuditFacts | null> {
  const [row] = await db<{ after: AuditFacts }[]>`
    /* attacks.findAct */
    select after from audit_log
    where subject = ${subject} and action = 'attack.act' and after ->> 'act' = ${actId}`;
  return row?.after ?? null;
}

/** Returns how each withdrawal waited before an act held it, by its audit row. */
export async function listFormerHolds(
  db: Queryable,
  { ids, actId }: { ids: readonly string[]; actId: string },
): Promise<ReadonlyMap<string, AuditFacts>> {
  const subjects = ids.map((id) => `withdrawal:${id}`);
  const rows = await db<{ subject: string; before: AuditFacts }[]>`
    /* attacks.listFormerHolds */
    select subject, before from audit_log
    where subject = any (${arrayLiteral(subjects)}::text[]) and action = 'withdrawal.hold'
      and after ->> 'act' = ${actId}`;
  return new Map(
    rows.map(({ subject, before }) => [subject.slice(subject.indexOf(":") + 1), before]),
  );
}

export type NetworkClicks = { network: string; heldClicks: number; links: number };

/** Counts the held clicks of networks, and the links that they are on. */
export async function listNetworkClicks(
  db: Queryable,
  networks: readonly string[],
): Promise<NetworkClicks[]> {
  return db<NetworkClicks[]>`
    /* attacks.listNetworkClicks */
    select n.network, count(c.id)::int as held_clicks,
      count(distinct (c.campaign_id, c.creator_id)) filter (where c.id is not null)::int as links
    from unnest(${arrayLiteral(networks)}::text[]) n (network)
    left join clicks c on c.verdict = 'held' and c.ip_key <<= n.network::inet
    group by n.network order by n.network`;
}

export type MemberMoney = {
  id: UserId;
  username: string;
  suspendedAt: Date | null;
  liveLinks: number;
  takenMicros: bigint;
  heldMicros: bigint;
  leavableMicros: bigint;
  outMicros: bigint;
};

/** Returns where the money of the accounts of an attack is, those with the most first. */
export async function listMemberMoney(
  db: Queryable,
  { users, acts }: Pick<AttackAbout, "users" | "acts">,
): Promise<MemberMoney[]> {
  return db<MemberMoney[]>`
    /* attacks.listMemberMoney */
    select u.id, u.username, u.suspended_at,
      (select count(*)::int from links l where l.creator_id = u.id and l.disabled_at is null) as live_links,
      t.micros as taken_micros, w.held as held_micros, (b.earnings + w.free)::bigint as leavable_micros,
      w.sent as out_micros
    from users u
    cross join lateral (
      select coalesce(-sum(d.micros), 0)::bigint as micros from click_decisions d
      where d.creator_id = u.id and d.action = 'reverse' and d.act_id = any (${arrayLiteral(acts)}::uuid[])
        and not exists (select from click_decisions e where e.click_id = d.click_id and e.id > d.id
          and e.action = 'approve')
    ) t
    cross join lateral (
      select coalesce(sum(w.amount_micros) filter (where w.status = 'pending'
          and (w.held_at is not null or u.suspended_at is not null)), 0)::bigint as held,
        coalesce(sum(w.amount_micros) filter (where w.status = 'pending'
          and w.held_at is null and u.suspended_at is null), 0) as free,
        coalesce(sum(w.amount_micros - w.returned_micros) filter (where w.status = 'completed'), 0)::bigint
          as sent
      from withdrawals w where w.user_id = u.id
    ) w
    cross join lateral (
      select coalesce(sum(balance_micros), 0) as earnings from ledger_accounts
      where owner_id = u.id and kind = 'earnings'
    ) b
    where u.id = any (${arrayLiteral(users)}::uuid[])
    order by b.earnings + w.held + w.free desc, u.id`;
}
