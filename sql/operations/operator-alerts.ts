import type { Fragment, Queryable } from "../db/client";

export type AlertedItem = { kind: string; id: string };

const ID_LENGTH = 300;

type Claim = {
  items: readonly AlertedItem[];
  at: Date;
  /** Older claims have ended: their worker died, or the message was not accepted. */
  leasedBefore: Date;
  /** Items in a message sent after this time are left out. */
  sentBefore: Date;
};

/** Claims the items that are due for a message. Returns those that nobody else has claimed. */
export async function claimAlerts(
  db: Queryable,
  { items, at, leasedBefore, sentBefore }: Claim,
): Promise<AlertedItem[]> {
  const rows = items.map(({ kind, id }) => ({ kind, id: id.slice(0, ID_LENGTH) }));
  return db<AlertedItem[]>`
    /* operatorAlerts.claim */
    insert into operator_alerts as a (kind, item_id, claimed_at)
    select distinct kind, id, ${at}::timestamptz
    from jsonb_to_recordset(${db.json(rows)}) as item (kind text, id text)
    order by kind, id
    on conflict (kind, item_id) do update set claimed_at = excluded.claimed_at
    where a.claimed_at <= ${leasedBefore} and (a.sent_at is null or a.sent_at <= ${sentBefore})
    returning kind, item_id as id`;
}

/** Records that a message with the items was accepted. */
export function markAlertsSent(
  db: Queryable,
  { items, at }: { items: readonly AlertedItem[]; at: Date },
): Promise<void> {
  return updateAlerts(db, items, db`sent_at = ${at}`);
}

/** Makes the items due again, because their message was not accepted. */
export function releaseAlerts(
  db: Queryable,
  { items, leasedBefore }: { items: readonly AlertedItem[]; leasedBefore: Date },
): Promise<void> {
  return updateAlerts(db, items, db`claimed_at = ${leasedBefore}`);
}

async function updateAlerts(
  db: Queryable,
  items: readonly AlertedItem[],
  change: Fragment,
): Promise<void> {
  await db`
    /* operatorAlerts.update */
    update operator_alerts a set ${change}
    from jsonb_to_recordset(${db.json([...items])}) as item (kind text, id text)
    where a.kind = item.kind and a.item_id = item.id`;
}

/** Deletes items that were last claimed before `before`. */
export async function forgetAlerts(db: Queryable, before: Date): Promise<void> {
  await db`
    /* operatorAlerts.forget */
    delete from operator_alerts where claimed_at < ${before}`;
}
