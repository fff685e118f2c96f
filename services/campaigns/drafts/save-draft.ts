import { MAX_DRAFTS } from "@fairclick/core/campaigns/draft-schema";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import {
  type DraftContent,
  type DraftSummaryRow,
  findDraft,
  insertDraft,
  lockDraftCount,
  updateDraft,
} from "@fairclick/sql/campaigns/drafts";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { draftNotFound } from "./own-draft";

/**
 * Saves the caller's draft under an id that the caller chose; the last save wins. Throws `conflict`
 * for a new draft above the limit, `not_found` if the id belongs to another account.
 */
export async function saveDraft(
  ctx: Ctx,
  input: DraftContent & { id: string },
): Promise<DraftSummaryRow> {
  const developerId = requireUser(ctx);
  const draft = { ...input, developerId, at: ctx.now() };
  return withTx(ctx.db, async (tx) => {
    if (!(await updateDraft(tx, draft))) {
      const count = await lockDraftCount(tx, developerId);
      if (count === null) throw new AppError("unauthenticated", t`Authentication failed`);
      if (count >= MAX_DRAFTS) throw tooManyDrafts();
      if (!(await insertDraft(tx, draft)) && !(await updateDraft(tx, draft))) throw draftNotFound();
    }
    const saved = await findDraft(tx, draft);
    if (!saved) throw draftNotFound();
    return saved;
  });
}

function tooManyDrafts(): AppError {
  return new AppError(
    "conflict",
    t`You have ${MAX_DRAFTS} drafts, the maximum. Launch or delete one of them first.`,
  );
}
