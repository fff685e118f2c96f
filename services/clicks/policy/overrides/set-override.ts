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
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import {
  insertOverrideRequest,
  listOverrideRequests,
} from "@fairclick/sql/clicks/policy-override-requests";
import {
  countOverrides,
  findOverride,
  insertOverride,
} from "@fairclick/sql/clicks/policy-overrides";
import { lockPolicy } from "@fairclick/sql/clicks/policy-versions";
import type { Tx } from "@fairclick/sql/db/client";
import { requireOperator } from "../../../actor";
import type { Ctx } from "../../../context";
import { makeChange } from "../../../operations/operators/make-change";
import { chooseStart } from "../choose-start";
import { getPolicyAt } from "../read-policy";
import { findSubject, nameSubject } from "./find-subject";

const HOUR_MS = 3_600_000;
/** Older requests cannot be approved: they were forgotten. */
const REQUEST_HOURS = 72;
/** Every batch of clicks reads them all. */
export const MAX_OVERRIDES = 200;

/**
 * Overrides values of the policy for the clicks of a campaign or a creator from now on, in place of its
 * earlier override. If a value is less strict than the policy in force, it stores a request, which a
 * second operator approves. Throws `validation` for values out of the policy's bounds and for a time
 * that is past or too late, `not_found` and `conflict`.
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
    const loosened = findLoosened(inForce, values);
    const until = chooseEnd({ at, wanted, days: daysFor(loosened) });
    const replaced = await findOverride(tx, { ...subject, at });
    const change = {
      subject: nameSubject(subject),
      before: describeBefore(replaced, { policy: inForce, values }),
    };
    const common = { ...subject, values, until, reason: input.reason };
    if (loosened.length > 0) {
      await requireRoom(tx, { at, isRequest: true });
      const id = Bun.randomUUIDv7();
      const expiresAt = new Date(at.getTime() + REQUEST_HOURS * HOUR_MS);
      const request = { ...common, id, replaces: replaced?.revision ?? null, expiresAt };
      const after = { ...values, until: until.toISOString(), loosens: loosened.join(" ") };
      return {
        ...{ ...change, action: "policy.override_request" },
        after: { ...after, state: "requested", request: input.dryRun ? null : id },
        apply: () => insertOverrideRequest(tx, { ...request, requestedBy: by, requestedAt: at }),
      };
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

/** Ends the override of a campaign or a creator: the policy judges its clicks from now on. Throws `not_found`. */
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
    const activeFrom = await chooseStart(tx, { now: at, wanted: null });
    const until = new Date(Math.max(removed.until.getTime(), activeFrom.getTime() + 1));
    return {
      action: "policy.override_remove",
      subject: nameSubject(subject),
      before: { revision: removed.revision, ...removed.values },
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

/** Throws `validation` with every value that `policy apply` would refuse, too. */
export function requireBounds(values: OverrideValues): void {
  const changed = overridableValues.reduce(
    (policy: Policy, name) => withValue(policy, name, values[name] ?? readValue(policy, name)),
    release,
  );
  const problems = findPolicyProblems(changed, release);
  if (problems.length > 0) throw new AppError("validation", problems.join(" "));
}

/** Throws `conflict` if as many overrides are in force, or as many requests wait, as are read at once. */
export async function requireRoom(
  tx: Tx,
  { at, isRequest }: { at: Date; isRequest: boolean },
): Promise<void> {
  const limit = MAX_OVERRIDES;
  const count = isRequest
    ? (await listOverrideRequests(tx, { at, limit })).length
    : await countOverrides(tx, at);
  if (count < limit) return;
  throw new AppError(
    "conflict",
    isRequest
      ? `${limit} requests wait for a second operator. Decline some first.`
      : `${limit} overrides are in force. Remove some first.`,
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
