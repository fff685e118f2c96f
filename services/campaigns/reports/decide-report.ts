import { isTrustedHost } from "@fairclick/core/campaigns/reviews";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import {
  findReportedAddress,
  lockDecisions,
  type ReportedAddress,
  updateReportedAddress,
} from "@fairclick/sql/campaigns/reports";
import { requireOperator } from "../../actor";
import type { Config } from "../../config";
import type { Ctx } from "../../context";
import { makeChange } from "../../operations/operators/make-change";
import { applyBlockChanges } from "./apply-block-changes";
import { findBlockChanges } from "./find-block-changes";

type Decision = ChangeInput & { id: string };

/**
 * Shows the visitors of all campaigns that lead to a reported address a warning, and stops these
 * campaigns; with `wholeHost`, of all that lead to its host. Throws `conflict` for a whole host that
 * is trusted.
 */
export async function confirmReport(
  ctx: Ctx,
  { wholeHost, ...decision }: Decision & { wholeHost: boolean },
  terms: Pick<Config, "trustedHosts">,
): Promise<OperatorChange> {
  return decide(ctx, decision, (before) => {
    if (wholeHost && isTrustedHost(before.host, terms.trustedHosts)) {
      throw new AppError(
        "conflict",
        `${before.host} is in TRUSTED_HOSTS, so only single addresses of it can be confirmed.`,
      );
    }
    return { ...before, state: "confirmed", wholeHost };
  });
}

/** Declares an address harmless; lifts what a confirmation stopped. */
export async function dismissReport(ctx: Ctx, decision: Decision): Promise<OperatorChange> {
  return decide(ctx, decision, (before) => ({ ...before, state: "dismissed", wholeHost: false }));
}

/** Takes a decision back: the address is open again, and its warning is lifted. */
export async function reopenReport(ctx: Ctx, decision: Decision): Promise<OperatorChange> {
  return decide(ctx, decision, (before) => ({ ...before, state: "open", wholeHost: false }));
}

async function decide(
  ctx: Ctx,
  { id, ...input }: Decision,
  change: (before: ReportedAddress) => ReportedAddress,
): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  return makeChange(ctx, input, async (tx) => {
    await lockDecisions(tx);
    const before = isUuid(id) ? await findReportedAddress(tx, id) : null;
    if (!before) throw reportNotFound();
    const after = change(before);
    if (after.state === before.state && after.wholeHost === before.wholeHost) {
      throw new AppError("conflict", `This address is ${before.state} already.`);
    }
    const changes = await findBlockChanges(tx, after);
    const { state, wholeHost } = after;
    return {
      action: `address.${state}`,
      subject: `address:${id}`,
      before: { state: before.state, address: before.address, wholeHost: before.wholeHost },
      after: {
        ...{ state, address: before.address, wholeHost },
        campaignsStopped: changes.blocked.length,
        campaignsReleased: changes.released.length,
      },
      apply: async () => {
        const at = ctx.now();
        const decided = { answer: input.reason, operatorId };
        await updateReportedAddress(
          tx,
          state === "open" ? { id, state, at } : { id, state, at, wholeHost, ...decided },
        );
        await applyBlockChanges(tx, ctx, { addressId: id, changes, reason: input.reason });
      },
    };
  });
}

export function reportNotFound(): AppError {
  return new AppError("not_found", "There is no such report.");
}
