import { type Policy, policy as release } from "@fairclick/core/clicks/policy";
import { findPolicyProblems } from "@fairclick/core/clicks/policy-bounds";
import {
  OVERRIDE_DAYS,
  type OverrideSetInput,
} from "@fairclick/core/clicks/policy-override-schema";
import {
  findLoosened,
  type OverrideValues,
  overridableValues,
  readValue,
  withValue,
} from "@fairclick/core/clicks/policy-overrides";
import { AppError } from "@fairclick/core/errors";
import type { OperatorId } from "@fairclick/core/ids";
import type { OperatorChange } from "@fairclick/core/operations/operator-change-schema";
import {
  countRevisions,
  findOverride,
  insertOverride,
  type OverrideSubject,
} from "@fairclick/sql/clicks/policy-overrides";
import { lockPolicy } from "@fairclick/sql/clicks/policy-versions";
import type { Tx } from "@fairclick/sql/db/client";
import { requireOperator } from "../../../actor";
import type { Ctx } from "../../../context";
import { makeChange } from "../../../operations/operators/make-change";
import { chooseStart } from "../choose-start";
import { getPolicyAt } from "../read-policy";
import { findSubject, nameSubject } from "./find-subject";
import { findValuesToApprove } from "./find-values-to-approve";
import { requestOverride } from "./request-override";
import { requireRoom } from "./require-room";

const HOUR_MS = 3_600_000;
/** Max changes of one subject's override by one operator within 30 days. */
export const MAX_REVISIONS = 50;

/**
 * Overrides values of the policy for the clicks of a campaign or a creator from now on, in place of its
 * earlier override. If a value is less strict than the policy in force, or than what a different operator
 * set, it stores a request, which a second operator approves. Throws `validation` for values out of the
 * policy's bounds and for a time that is past or too late, `not_found` and `conflict`.
 */
export async function setOverride(
  ctx: Ctx,
  { subject: text, values, until: wanted, ...input }: OverrideSetInput,
): Promise<OperatorChange> {
  const by = requireOperator(ctx);
  const subject = await findSubject(ctx, text);
  const at = ctx.now();
  requireBounds(values);
  return makeChange(ctx, input, async (tx) => {
    await lockPolicy(tx);
    const inForce = await getPolicyAt(tx, { at, windowSeconds: release.windowSeconds });
    await requireFewRevisions(tx, { ...subject, by, at });
    const replaced = await findOverride(tx, { ...subject, at });
    const usual = chooseEnd({ at, wanted, days: daysFor(findLoosened(inForce, values)) });
    const wish = { inForce, replaced, values, until: usual, by, at };
    const loosened = await findValuesToApprove(tx, wish);
    const until = chooseEnd({ at, wanted, days: daysFor(loosened) });
    const change = {
      subject: nameSubject(subject),
      before: describeBefore(replaced, { policy: inForce, values }),
    };
    const common = { ...subject, values, until, reason: input.reason };
    if (loosened.length > 0) {
      const wanted = { ...common, replaces: replaced?.revision ?? null, loosened, by, at };
      return { ...change, ...(await requestOverride(tx, { ...wanted, dryRun: input.dryRun })) };
    }
    if (!replaced) await requireRoom(tx, { at, isRequest: false });
    const activeFrom = await chooseStart(tx, { now: at, wanted: null });
    return {
      ...{ ...change, action: "policy.override" },
      after: { ...values, activeFrom: activeFrom.toISOString(), until: until.toISOString() },
      apply: async () => {
        await insertOverride(tx, {
          ...{ ...common, activeFrom, createdBy: by, approvedBy: null, createdAt: at },
        });
      },
    };
  });
}

/** Throws `validation` with every value that `policy apply` would refuse, too. */
export function requireBounds(values: OverrideValues): void {
  const changed = overridableValues.reduce(
    (policy: Policy, name) => withValue(policy, name, values[name] ?? readValue(policy, name)),
    release,
  );
  const problems = findPolicyProblems(changed, release);
  if (problems.length > 0) throw new AppError("validation", problems.join(" "));
}

/**
 * Throws `conflict` if the operator changed the subject's override too often: settlement reads every
 * revision. Changes of other operators do not count, so that nobody can stop others from making it stricter.
 */
async function requireFewRevisions(
  tx: Tx,
  { at, ...revised }: OverrideSubject & { by: OperatorId; at: Date },
): Promise<void> {
  const since = new Date(at.getTime() - OVERRIDE_DAYS.usual * 24 * HOUR_MS);
  if ((await countRevisions(tx, { ...revised, since })) < MAX_REVISIONS) return;
  throw new AppError(
    "conflict",
    `You changed this override ${MAX_REVISIONS} times within ${OVERRIDE_DAYS.usual} days. Remove it, or wait.`,
  );
}

function daysFor(loosened: readonly string[]): number {
  return loosened.length > 0 ? OVERRIDE_DAYS.loosening : OVERRIDE_DAYS.stricter;
}

type End = { at: Date; wanted: string | undefined; days: number };

/** The clock that computed `wanted` may be ahead by up to an hour. */
function chooseEnd({ at, wanted, days }: End): Date {
  const latest = at.getTime() + days * 24 * HOUR_MS;
  const usual = at.getTime() + OVERRIDE_DAYS.usual * 24 * HOUR_MS;
  const until = wanted === undefined ? usual : new Date(wanted).getTime();
  if (until < at.getTime() + HOUR_MS) {
    throw new AppError("validation", "until must be at least an hour ahead.");
  }
  if (until > latest + HOUR_MS) {
    throw new AppError("validation", `until must be within ${days} days.`);
  }
  return new Date(Math.min(until, latest));
}

/** Returns what judges the subject's clicks now: its override, or the policy's values. */
function describeBefore(
  replaced: { revision: number; values: OverrideValues } | null,
  { policy, values }: { policy: Policy; values: OverrideValues },
) {
  if (replaced) return { revision: replaced.revision, ...replaced.values };
  const names = overridableValues.filter((name) => values[name] !== undefined);
  return {
    revision: null,
    ...Object.fromEntries(names.map((name) => [name, readValue(policy, name)])),
  };
}
