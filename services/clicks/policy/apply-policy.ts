import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import type { Policy, PolicyFile } from "@fairclick/core/clicks/policy";
import { completePolicy, diffPolicies, listEdits } from "@fairclick/core/clicks/policy-versions";
import { policy as release } from "@fairclick/core/clicks/release-policy";
import { AppError } from "@fairclick/core/errors";
import {
  findPolicy,
  insertPolicy,
  type ListedPolicy,
  lockPolicy,
} from "@fairclick/sql/clicks/policy-versions";
import type { Tx } from "@fairclick/sql/db/client";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { makeChange } from "../../operations/operators/make-change";
import { chooseStart } from "./choose-start";
import { completeFile, getNewestPolicy, requireWithinBounds } from "./newest-policy";
import { registerRelease } from "./register-release";

type NewVersion = ChangeInput & {
  /** When the version starts to judge clicks; now if omitted. */
  from?: string | undefined;
  /** This installation's window. */
  windowSeconds: number;
};

/**
 * Stores a policy as a new version that judges clicks from a time on. Omitted values are those of the
 * newest version. Throws `conflict` if the file names another version than the newest, and
 * `validation` with every value that is out of bounds.
 */
export async function applyPolicy(
  ctx: Ctx,
  { policy: file, ...input }: NewVersion & { policy: PolicyFile },
): Promise<OperatorChange> {
  return addVersion(ctx, { ...input, origin: "apply" }, async (_, newest) =>
    completeFile(file, newest),
  );
}

/** Stores the values of an earlier version as a new version. Throws `not_found`, and what `applyPolicy` throws. */
export async function rollBackPolicy(
  ctx: Ctx,
  { version, ...input }: NewVersion & { version: number },
): Promise<OperatorChange> {
  return addVersion(ctx, { ...input, origin: "rollback" }, async (tx) => {
    const earlier = await findPolicy(tx, version);
    if (!earlier) throw new AppError("not_found", `There is no stored version ${version}.`);
    const { windowSeconds } = input;
    return { ...completePolicy(earlier.policy, release), windowSeconds };
  });
}

async function addVersion(
  ctx: Ctx,
  { from, windowSeconds, origin, ...input }: NewVersion & { origin: "apply" | "rollback" },
  choose: (tx: Tx, newest: ListedPolicy) => Promise<Policy>,
): Promise<OperatorChange> {
  const createdBy = requireOperator(ctx);
  await registerRelease(ctx);
  return makeChange(ctx, input, async (tx) => {
    await lockPolicy(tx);
    const newest = await getNewestPolicy(tx);
    const version = newest.version + 1;
    const installed = { ...release, windowSeconds };
    const was = { ...completePolicy(newest.policy, release), windowSeconds };
    const chosen = await choose(tx, { ...newest, policy: was });
    const policy = { ...chosen, version };
    requireWithinBounds(policy, windowSeconds);
    const differences = diffPolicies({ ...was, version }, policy);
    if (differences.length === 0) {
      throw new AppError("conflict", `Version ${newest.version} has these values already.`);
    }
    const wanted = from === undefined ? null : new Date(from);
    const activeFrom = await chooseStart(tx, { now: ctx.now(), wanted });
    const pick = (side: "from" | "to") =>
      Object.fromEntries(differences.map((each) => [each.name, each[side]]));
    return {
      action: `policy.${origin}`,
      subject: `policy:${version}`,
      before: { version: newest.version, ...pick("from") },
      after: { version, ...pick("to"), activeFrom: activeFrom.toISOString() },
      apply: () =>
        insertPolicy(tx, {
          ...{ version, rulesVersion: release.version, origin, activeFrom, policy, createdBy },
          edits: listEdits(installed, policy),
          reason: input.reason,
          createdAt: ctx.now(),
        }),
    };
  });
}
