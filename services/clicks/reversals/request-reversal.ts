import type {
  ClickReversalInput,
  ClickSelection,
  ReversalRequest,
} from "@fairclick/core/clicks/click-decisions-schema";
import { refusalReason } from "@fairclick/core/clicks/decisions";
import { AppError } from "@fairclick/core/errors";
import { insertReversalRequest } from "@fairclick/sql/clicks/reversal-requests";
import { withTx } from "@fairclick/sql/db/tx";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";
import { findDecidableClicks } from "../decide/find-decidable-clicks";

const HOUR_MS = 3_600_000;
/** Older requests cannot be approved: they were forgotten. */
const REQUEST_HOURS = 72;

/**
 * Requests a reversal that a second operator approves. Takes nothing back. A dry run returns the same
 * with `id` null and stores nothing. Throws `conflict` if nothing of the selection is paid.
 */
export async function requestReversal(
  ctx: Ctx,
  { clicks, category, reason, dryRun }: ClickReversalInput,
): Promise<Pick<ReversalRequest, "id" | "clicks" | "micros" | "expiresAt">> {
  const requestedBy = requireOperator(ctx);
  const requestedAt = ctx.now();
  const selection = endAt(clicks, requestedAt);
  const found = await findDecidableClicks(ctx.db, "reverse", selection);
  const paid = found.clicks.filter((click) => refusalReason("reverse", click) === null);
  const micros = paid.reduce((sum, { paidMicros }) => sum + paidMicros, 0n);
  if (paid.length === 0) throw new AppError("conflict", "None of these clicks is paid.");
  const expiresAt = new Date(requestedAt.getTime() + REQUEST_HOURS * HOUR_MS);
  const request = { clicks: paid.length, micros };
  const shown = { ...request, micros: micros.toString(), expiresAt: expiresAt.toISOString() };
  if (dryRun) return { ...shown, id: null };
  const id = Bun.randomUUIDv7();
  await withTx(ctx.db, async (tx) => {
    const who = { requestedBy, requestedAt, expiresAt };
    await insertReversalRequest(tx, { id, selection, category, reason, ...request, ...who });
    await writeAudit(tx, ctx, {
      action: "reversal.request",
      subject: `reversal:${id}`,
      reason,
      after: { ...shown, category },
    });
  });
  return { ...shown, id };
}

/** Leaves out the clicks of a group that come later: nobody has seen them yet. */
function endAt(selection: ClickSelection, at: Date): ClickSelection {
  if ("ids" in selection) return selection;
  const { group } = selection;
  if (group.to !== undefined && new Date(group.to) <= at) return selection;
  return { group: { ...group, to: at.toISOString() } };
}
