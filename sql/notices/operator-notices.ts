import type { Queryable, Tx } from "../db/client";
import type { NoticeRow } from "./notices";

export type OperatorNoticeRow = NoticeRow & {
  /** Whether the problem that the notice reports lasts. */
  open: boolean;
};

type Wanted = { open: boolean; unread: boolean; before: string | null; limit: number };

/** Lists notices to operators, newest first; with `open` or `unread` only those. */
export async function listOperatorNotices(
  db: Queryable,
  { open, unread, before, limit }: Wanted,
): Promise<OperatorNoticeRow[]> {
  return db<OperatorNoticeRow[]>`
    /* operatorNotices.list */
    select n.id, n.kind, n.data, n.at, n.read_at as "readAt", p.id is not null as open
    from notices n
    left join operator_problems p on n.kind = 'problem.began' and p.id::text = n.dedupe_key
    where n.user_id is null and n.in_app and (${before}::uuid is null or n.id < ${before})
      ${open ? db`and p.id is not null` : db``} ${unread ? db`and n.read_at is null` : db``}
    order by n.id desc limit ${limit}`;
}

/** Marks a notice and all older ones as read. Returns how many were unread. */
export async function markOperatorNoticesRead(
  tx: Tx,
  { upTo, at }: { upTo: string; at: Date },
): Promise<number> {
  const marked = await tx`
    /* operatorNotices.markRead */
    update notices set read_at = ${at}
    where user_id is null and in_app and read_at is null and id <= ${upTo}`;
  return marked.count;
}
