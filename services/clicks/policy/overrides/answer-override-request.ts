import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import {
  answerOverrideRequest,
  lockOverrideRequest,
  type OpenOverrideRequest,
} from "@fairclick/sql/clicks/policy-override-requests";
import { findOverride, insertOverride } from "@fairclick/sql/clicks/policy-overrides";
import { lockPolicy } from "@fairclick/sql/clicks/policy-versions";
import type { Tx } from "@fairclick/sql/db/client";
import { requireOperator } from "../../../actor";
import type { Ctx } from "../../../context";
import { makeChange } from "../../../operations/operators/make-change";
import { chooseStart } from "../choose-start";
import { nameSubject } from "./find-subject";
import { requireRoom } from "./require-room";
import { requireBounds } from "./set-override";

type Answer = ChangeInput & { id: string };

/**
 * Approves an override that a different operator requested: it judges clicks from now on. Throws
 * `not_found`, and `conflict` for the operator who requested it, after it expired, if the subject has
 * another override than when it was requested, and if that operator can no longer change the policy.
 */
export async function approveOverride(ctx: Ctx, { id, ...input }: Answer): Promise<OperatorChange> {
  const by = requireOperator(ctx);
  const at = ctx.now();
  return makeChange(ctx, input, async (tx) => {
    await lockPolicy(tx);
    const request = await lockOpen(tx, id);
    const { campaignId, creatorId, values, until, reason, requestedBy: createdBy } = request;
    if (createdBy === by) {
      throw new AppError(
        "conflict",
        "You requested this override. A different operator approves it.",
      );
    }
    const replaced = await findOverride(tx, { campaignId, creatorId, at });
    requireCurrent(request, { at, revision: replaced?.revision ?? null });
    requireBounds(values);
    if (!replaced) await requireRoom(tx, { at, isRequest: false });
    const activeFrom = await chooseStart(tx, { now: at, wanted: null });
    return {
      action: "policy.override_approve",
      subject: nameSubject(request),
      before: { request: id, requestedBy: createdBy, revision: replaced?.revision ?? null },
      after: { ...values, activeFrom: activeFrom.toISOString(), until: until.toISOString() },
      apply: async () => {
        const override = { campaignId, creatorId, values, activeFrom, until, reason, createdBy };
        const revision = await insertOverride(tx, { ...override, approvedBy: by, createdAt: at });
        await answerOverrideRequest(tx, { id, by, at, revision });
      },
    };
  });
}

/** Declines a requested override. The operator who requested it can withdraw it this way. Throws `not_found`. */
export async function declineOverride(ctx: Ctx, { id, ...input }: Answer): Promise<OperatorChange> {
  const by = requireOperator(ctx);
  return makeChange(ctx, input, async (tx) => {
    const request = await lockOpen(tx, id);
    return {
      action: "policy.override_decline",
      subject: nameSubject(request),
      before: { request: id, state: "requested", ...request.values },
      after: { state: "declined" },
      apply: () => answerOverrideRequest(tx, { id, by, at: ctx.now(), revision: null }),
    };
  });
}

async function lockOpen(tx: Tx, id: string): Promise<OpenOverrideRequest> {
  const request = isUuid(id) ? await lockOverrideRequest(tx, id) : null;
  if (!request) throw new AppError("not_found", "No such override is requested.");
  return request;
}

function requireCurrent(
  { expiresAt, until, replaces, isRequesterTrusted }: OpenOverrideRequest,
  { at, revision }: { at: Date; revision: number | null },
): void {
  if (at >= expiresAt || at >= until) {
    throw new AppError("conflict", "This request has expired. Request the override again.");
  }
  if (revision !== replaces) {
    throw new AppError(
      "conflict",
      "The override was changed since the request. Decline it and request it again.",
    );
  }
  if (!isRequesterTrusted) {
    throw new AppError(
      "conflict",
      "The operator who requested this override may no longer change the policy. Request it again.",
    );
  }
}
