import type { OperatorId, UserId } from "@fairclick/core/ids";
import type { TicketCategory, TicketState } from "@fairclick/core/operations/ticket";
import type { Queryable, Tx } from "../db/client";
import { requireRow } from "../db/require-row";

export type NewTicket = {
  id: string;
  /** Exactly one of the two is null. */
  userId: UserId | null;
  email: string | null;
  category: TicketCategory;
  subject: string;
  at: Date;
};

export type TicketRow = {
  id: string;
  userId: UserId | null;
  username: string | null;
  email: string;
  category: TicketCategory;
  subject: string;
  state: TicketState;
  openedAt: Date;
  waitsSince: Date | null;
  touchedAt: Date;
  messages: number;
};

export type TicketMessageRow = { operator: string | null; text: string; at: Date };

export async function insertTicket(tx: Tx, ticket: NewTicket): Promise<void> {
  const { id, userId, email, category, subject, at } = ticket;
  await tx`
    /* tickets.insert */
    insert into tickets (id, user_id, email, category, subject, opened_at, waits_since, touched_at)
    values (${id}, ${userId}, ${email}, ${category}, ${subject}, ${at}, ${at}, ${at})`;
}

type NewMessage = { ticketId: string; operatorId: OperatorId | null; text: string; at: Date };

export async function insertTicketMessage(tx: Tx, message: NewMessage): Promise<void> {
  const { ticketId, operatorId, text, at } = message;
  await tx`
    /* tickets.insertMessage */
    insert into ticket_messages (id, ticket_id, operator_id, text, at)
    values (${Bun.randomUUIDv7()}, ${ticketId}, ${operatorId}, ${text}, ${at})`;
}

/** Locks the ticket until the transaction ends. Returns null if there is none. */
export async function lockTicket(tx: Tx, id: string): Promise<TicketRow | null> {
  await tx`/* tickets.lock */ select from tickets where id = ${id} for update`;
  return findTicket(tx, id);
}

export async function findTicket(db: Queryable, id: string): Promise<TicketRow | null> {
  const [row] = await db<TicketRow[]>`
    /* tickets.find */
    ${selectTickets(db)} where t.id = ${id}`;
  return row ?? null;
}

type List = { state: TicketState; cursor: string | null; limit: number };

/** Lists waiting tickets oldest first, the order in which to answer them; others newest first. */
export async function listTickets(
  db: Queryable,
  { state, cursor, limit }: List,
): Promise<TicketRow[]> {
  const page =
    state === "waiting"
      ? db`${cursor ? db`and t.id > ${cursor}` : db``} order by t.id`
      : db`${cursor ? db`and t.id < ${cursor}` : db``} order by t.id desc`;
  return db<TicketRow[]>`
    /* tickets.list */
    ${selectTickets(db)} where t.state = ${state} ${page} limit ${limit}`;
}

type OwnList = { userId: UserId; cursor: string | null; limit: number };

/** Lists the tickets of one user, newest first. */
export async function listUserTickets(
  db: Queryable,
  { userId, cursor, limit }: OwnList,
): Promise<TicketRow[]> {
  return db<TicketRow[]>`
    /* tickets.listUser */
    ${selectTickets(db)}
    where t.user_id = ${userId} and (${cursor}::uuid is null or t.id < ${cursor})
    order by t.id desc limit ${limit}`;
}

/** Lists the messages of a ticket, oldest first. Their number is limited when they are written. */
export async function listTicketMessages(
  db: Queryable,
  ticketId: string,
): Promise<TicketMessageRow[]> {
  return db<TicketMessageRow[]>`
    /* tickets.listMessages */
    select o.name as operator, m.text, m.at
    from ticket_messages m left join operators o on o.id = m.operator_id
    where m.ticket_id = ${ticketId} order by m.id`;
}

export async function setTicketState(
  tx: Tx,
  { id, state, at }: { id: string; state: TicketState; at: Date },
): Promise<void> {
  await tx`
    /* tickets.setState */
    update tickets set state = ${state}, touched_at = ${at},
      waits_since = case when ${state} = 'waiting' then coalesce(waits_since, ${at}) end
    where id = ${id}`;
}

/** Locks the user, so that no two tickets are opened at the same time, and counts those not closed. */
export async function countOpenTickets(tx: Tx, userId: UserId): Promise<number> {
  await tx`/* tickets.lockUser */ select from users where id = ${userId} for no key update`;
  const [row] = await tx<{ count: number }[]>`
    /* tickets.countOpen */
    select count(*)::int as count from tickets where user_id = ${userId} and state <> 'closed'`;
  return requireRow(row, "the number of tickets").count;
}

/** Counts the tickets that wait for an operator; `oldestAt` is null if none does. */
export async function countWaitingTickets(
  db: Queryable,
): Promise<{ waiting: number; oldestAt: Date | null }> {
  const [row] = await db<{ waiting: number; oldestAt: Date | null }[]>`
    /* tickets.countWaiting */
    select count(*)::int as waiting, min(waits_since) as "oldestAt"
    from tickets where state = 'waiting'`;
  return requireRow(row, "the number of waiting tickets");
}

/** Deletes up to `limit` tickets that do not wait and were not touched since. Returns their number. */
export async function deleteTicketsBefore(
  db: Queryable,
  { at, limit }: { at: Date; limit: number },
): Promise<number> {
  const deleted = await db`
    /* tickets.deleteBefore */
    delete from tickets where id in (
      select id from tickets where state <> 'waiting' and touched_at < ${at}
      order by touched_at limit ${limit})`;
  return deleted.count;
}

export async function deleteUserTickets(tx: Tx, userId: UserId): Promise<void> {
  await tx`/* tickets.deleteOf */ delete from tickets where user_id = ${userId}`;
}

function selectTickets(db: Queryable) {
  return db`
    select t.id, t.user_id as "userId", u.username, coalesce(t.email, u.email) as email,
      t.category, t.subject, t.state, t.opened_at as "openedAt", t.waits_since as "waitsSince",
      t.touched_at as "touchedAt",
      (select count(*) from ticket_messages m where m.ticket_id = t.id)::int as messages
    from tickets t left join users u on u.id = t.user_id`;
}
