import { MAX_DRAFTS } from "@fairclick/core/campaigns/draft-schema";
import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  type DraftRow,
  type DraftSummaryRow,
  deleteDraft,
  findDraft,
  listDrafts,
} from "@fairclick/sql/campaigns/drafts";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";

export function draftNotFound(): AppError {
  return new AppError("not_found", t`Draft not found`);
}

/** Throws `not_found` if the text is not a UUID, as for an unknown draft. */
export function parseDraftId(text: string): string {
  if (!isUuid(text)) throw draftNotFound();
  return text.toLowerCase();
}

/** Lists the caller's drafts, last changed first. */
export async function listOwnDrafts(ctx: Ctx): Promise<DraftSummaryRow[]> {
  return listDrafts(ctx.db.sql, { developerId: requireUser(ctx), limit: MAX_DRAFTS });
}

/** Returns the caller's draft. Throws `not_found`, also for drafts of other accounts. */
export async function getOwnDraft(ctx: Ctx, id: string): Promise<DraftRow> {
  const draft = await findDraft(ctx.db.sql, { id, developerId: requireUser(ctx) });
  if (!draft) throw draftNotFound();
  return draft;
}

/** Deletes the caller's draft. Throws `not_found`, also for drafts of other accounts. */
export async function deleteOwnDraft(ctx: Ctx, id: string): Promise<void> {
  const developerId = requireUser(ctx);
  const deleted = await withTx(ctx.db, (tx) => deleteDraft(tx, { id, developerId }));
  if (!deleted) throw draftNotFound();
}
