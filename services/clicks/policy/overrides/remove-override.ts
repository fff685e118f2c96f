import { policy as release } from "@fairclick/core/clicks/policy";
import { OVERRIDE_DAYS } from "@fairclick/core/clicks/policy-override-schema";
import { AppError } from "@fairclick/core/errors";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import { findOverride, insertOverride } from "@fairclick/sql/clicks/policy-overrides";
import { lockPolicy } from "@fairclick/sql/clicks/policy-versions";
import { requireOperator } from "../../../actor";
import type { Ctx } from "../../../context";
import { makeChange } from "../../../operations/operators/make-change";
import { chooseStart } from "../choose-start";
import { getPolicyAt } from "../read-policy";
import { findSubject, nameSubject } from "./find-subject";
import { findValuesToApprove } from "./find-values-to-approve";
import { requestOverride } from "./request-override";

/** A request to remove has no values, so its end has no effect; the table requires one within 30 days. */
const LASTS_MS = OVERRIDE_DAYS.loosening * 24 * 3_600_000;

/**
 * Ends the override of a campaign or a creator: the policy judges its clicks from now on. Stores a request
 * for a second operator if that undoes what a different operator made stricter. Throws `not_found`.
 */
export async function removeOverride(
  ctx: Ctx,
  { subject: text, ...input }: ChangeInput & { subject: string },
): Promise<OperatorChange> {
  const createdBy = requireOperator(ctx);
  const subject = await findSubject(ctx, text);
  const at = ctx.now();
  return makeChange(ctx, input, async (tx) => {
    await lockPolicy(tx);
    const removed = await findOverride(tx, { ...subject, at });
    if (!removed) throw new AppError("not_found", `There is no override of ${text}.`);
    const inForce = await getPolicyAt(tx, { at, windowSeconds: release.windowSeconds });
    const values = {};
    const wish = { inForce, replaced: removed, values, until: removed.until, by: createdBy, at };
    const loosened = await findValuesToApprove(tx, wish);
    const before = { revision: removed.revision, ...removed.values };
    if (loosened.length > 0) {
      const { reason, dryRun } = input;
      const request = await requestOverride(tx, {
        ...{ ...subject, values, reason, dryRun, loosened, by: createdBy, at },
        ...{ until: new Date(at.getTime() + LASTS_MS), replaces: removed.revision },
      });
      return { subject: nameSubject(subject), before, ...request };
    }
    const activeFrom = await chooseStart(tx, { now: at, wanted: null });
    const until = new Date(Math.max(removed.until.getTime(), activeFrom.getTime() + 1));
    return {
      action: "policy.override_remove",
      subject: nameSubject(subject),
      before,
      after: { activeFrom: activeFrom.toISOString() },
      apply: async () => {
        await insertOverride(tx, {
          ...{ ...subject, values: {}, activeFrom, until, reason: input.reason },
          ...{ createdBy, approvedBy: null, createdAt: at },
        });
      },
    };
  });
}
