import type { ClickDecision } from "@fairclick/core/clicks/click-decisions-schema";
import { AppError } from "@fairclick/core/errors";
import { isUuid, type OperatorId } from "@fairclick/core/ids";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import {
  approveReversalRequest,
  declineReversalRequest,
  finishReversalRequest,
  lockReversalRequest,
  type OpenReversalRequest,
} from "@fairclick/sql/clicks/reversal-requests";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { makeChange } from "../../operations/operators/make-change";
import { writeAudit } from "../../operations/write-audit";
import { decideClicks } from "../decide/decide-clicks";

type Answer = ChangeInput & { id: string };

/**
 * Approves a reversal that a different operator requested, and reverses its clicks. Takes back at most
 * what was requested. The same operator can repeat an interrupted approval until the request expires.
 * Throws `conflict` for the operator who requested it, and if that operator can no longer decide clicks.
 */
export async function approveReversal(
  ctx: Ctx,
  { id, reason, dryRun }: Answer,
): Promise<ClickDecision> {
  const by = requireOperator(ctx);
  const request = await withTx(ctx.db, async (tx) => {
    const open = await lockOpen(tx, id);
    requireSecondOperator(ctx, open, by);
    return open;
  });
  const { selection: clicks, category, requestedBy } = request;
  const reversal = { action: "reverse" as const, clicks, category, reason: request.reason };
  const foreseen = await decideClicks(ctx, { ...reversal, dryRun: true });
  if (BigInt(foreseen.micros) > request.micros) {
    throw new AppError(
      "conflict",
      "More of these clicks are paid now than when it was requested. Decline it and request it again.",
    );
  }
  if (dryRun) return foreseen;
  await withTx(ctx.db, async (tx) => {
    const open = await lockOpen(tx, id);
    requireSecondOperator(ctx, open, by);
    if (open.approvedBy === by) return;
    if (!(await approveReversalRequest(tx, { id, by, at: ctx.now() }))) throw closed();
    await writeAudit(tx, ctx, {
      action: "reversal.approve",
      subject: `reversal:${id}`,
      reason,
      before: { requestedBy },
      after: { clicks: foreseen.clicks, micros: foreseen.micros, category },
    });
  });
  const { micros: mostMicros } = request;
  const decision = await decideClicks(ctx, { ...reversal, dryRun: false, mostMicros });
  await withTx(ctx.db, (tx) => finishReversalRequest(tx, id, ctx.now()));
  return decision;
}

/** Declines a requested reversal. The operator who requested it can withdraw it this way. */
export async function declineReversal(ctx: Ctx, { id, ...input }: Answer): Promise<OperatorChange> {
  const by = requireOperator(ctx);
  return makeChange(ctx, input, async (tx) => {
    const { clicks, micros, approvedBy } = await lockOpen(tx, id);
    if (approvedBy) throw new AppError("conflict", "This reversal is approved already.");
    return {
      action: "reversal.decline",
      subject: `reversal:${id}`,
      before: { state: "requested", clicks, micros: micros.toString() },
      after: { state: "declined", clicks, micros: micros.toString() },
      apply: async () => {
        if (!(await declineReversalRequest(tx, { id, by, at: ctx.now() }))) throw closed();
      },
    };
  });
}

async function lockOpen(tx: Tx, id: string): Promise<OpenReversalRequest> {
  const request = isUuid(id) ? await lockReversalRequest(tx, id) : null;
  if (!request) throw new AppError("not_found", "No such reversal is requested.");
  return request;
}

function requireSecondOperator(ctx: Ctx, request: OpenReversalRequest, by: OperatorId): void {
  const { requestedBy, approvedBy, expiresAt, isRequesterTrusted } = request;
  if (requestedBy === by) {
    throw new AppError(
      "conflict",
      "You requested this reversal. A different operator approves it.",
    );
  }
  if (approvedBy !== null && approvedBy !== by) throw closed();
  if (ctx.now() >= expiresAt) {
    throw new AppError("conflict", "This request has expired. Request the reversal again.");
  }
  if (!isRequesterTrusted) {
    throw new AppError(
      "conflict",
      "The operator who requested this reversal may no longer decide about clicks. Request it again.",
    );
  }
}

function closed(): AppError {
  return new AppError("conflict", "Another operator has answered this request.");
}
