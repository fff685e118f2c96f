import type { DraftFields, DraftStep } from "@fairclick/core/campaigns/draft-schema";
import type { UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

export type DraftKey = { id: string; developerId: UserId };
export type DraftContent = { fields: DraftFields; step: DraftStep };
export type DraftSummaryRow = { id: string; title: string; step: DraftStep; updatedAt: Date };
export type DraftRow = DraftSummaryRow & { fields: DraftFields };

type SavedDraft = DraftKey & DraftContent & { at: Date };

/** Returns false if the developer has no draft with this id. */
export async function updateDraft(tx: Tx, draft: SavedDraft): Promise<boolean> {
  const updated = await tx`
    /* drafts.updateDraft */
    update campaign_drafts set fields = ${tx.json(draft.fields)}, step = ${draft.step},
      updated_at = ${draft.at}
    where id = ${draft.id} and developer_id = ${draft.developerId}`;
  return updated.count === 1;
}

/**
 * Counts a developer's drafts; until the transaction ends, no other one can count or add any.
 * Returns null if the account was deleted.
 */
export async function lockDraftCount(tx: Tx, developerId: UserId): Promise<number | null> {
  const locked = await tx`
    /* drafts.lockDeveloper */
    select from users where id = ${developerId} and deleted_at is null for no key update`;
  if (locked.length === 0) return null;
  const [row] = await tx<{ count: number }[]>`
    /* drafts.countDrafts */
    select count(*)::int as count from campaign_drafts where developer_id = ${developerId}`;
  return row?.count ?? 0;
}

/** Returns false if the id is taken. */
export async function insertDraft(tx: Tx, draft: SavedDraft): Promise<boolean> {
  const inserted = await tx`
    /* drafts.insertDraft */
    insert into campaign_drafts (id, developer_id, fields, step, updated_at)
    values (${draft.id}, ${draft.developerId}, ${tx.json(draft.fields)}, ${draft.step}, ${draft.at})
    on conflict (id) do nothing`;
  return inserted.count === 1;
}

/** Returns false if the developer has no draft with this id. */
export async function deleteDraft(tx: Tx, { id, developerId }: DraftKey): Promise<boolean> {
  const deleted = await tx`
    /* drafts.deleteDraft */
    delete from campaign_drafts where id = ${id} and developer_id = ${developerId}`;
  return deleted.count === 1;
}

export async function findDraft(
  db: Queryable,
  { id, developerId }: DraftKey,
): Promise<DraftRow | null> {
  const [row] = await db<DraftRow[]>`
    /* drafts.findDraft */
    select ${summaryColumns(db)}, fields from campaign_drafts
    where id = ${id} and developer_id = ${developerId}`;
  return row ?? null;
}

/** Lists a developer's drafts, last changed first. */
export async function listDrafts(
  db: Queryable,
  { developerId, limit }: { developerId: UserId; limit: number },
): Promise<DraftSummaryRow[]> {
  return db<DraftSummaryRow[]>`
    /* drafts.listDrafts */
    select ${summaryColumns(db)} from campaign_drafts
    where developer_id = ${developerId} order by updated_at desc, id limit ${limit}`;
}

function summaryColumns(db: Queryable) {
  return db`id, coalesce(left(fields ->> 'gameTitle', 120), '') as title, step,
    updated_at as "updatedAt"`;
}
