import type { PresenceKind } from "../accounts/presences";
import type { Queryable } from "../db/client";

export async function upsertHoneypotMarks(
  db: Queryable,
  { marks, markedAt }: { marks: { kind: PresenceKind; key: string }[]; markedAt: Date },
): Promise<void> {
  await db`
    /* honeypotMarks.upsertHoneypotMarks */
    insert into honeypot_marks (kind, key, marked_at)
    select kind, key, ${markedAt}::timestamptz from unnest(
      ${marks.map((mark) => mark.kind)}::text[], ${marks.map((mark) => mark.key)}::text[]
    ) as mark (kind, key)
    order by kind, key
    on conflict (kind, key) do update set marked_at = greatest(honeypot_marks.marked_at, excluded.marked_at)`;
}

export async function deleteHoneypotMarksBefore(db: Queryable, before: Date): Promise<void> {
  await db`/* honeypotMarks.deleteHoneypotMarksBefore */ delete from honeypot_marks where marked_at < ${before}`;
}
