import { diffPolicies } from "@fairclick/core/clicks/policy-file";
import type { PolicyFile } from "@fairclick/core/clicks/policy-file-schema";
import { AppError } from "@fairclick/core/errors";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import { lockPolicy } from "@fairclick/sql/clicks/policy-versions";
import { findShadow, replaceShadow } from "@fairclick/sql/clicks/shadow/policy-shadows";
import type { Tx } from "@fairclick/sql/db/client";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { makeChange } from "../../operations/operators/make-change";
import { chooseStart } from "../policy/choose-start";
import { completeFile, getNewestPolicy, requireWithinBounds } from "../policy/newest-policy";
import { getPolicyAt } from "../policy/read-policy";
import { registerRelease } from "../policy/register-release";
import { findShadowState } from "./shadow-state";

const MINUTE_MS = 60_000;

type Start = ChangeInput & {
  policy: PolicyFile;
  minutes: number;
  /** This installation's window. */
  windowSeconds: number;
};

/**
 * Starts a shadow: for some time, settlement judges each click also by this policy and counts what it would
 * change. Removes the figures of the previous shadow. Throws `conflict` while another one runs or if the
 * policy has the values of the active one, and `validation` for values that `applyPolicy` refuses.
 */
export async function startShadow(
  ctx: Ctx,
  { policy: file, minutes, windowSeconds, ...input }: Start,
): Promise<OperatorChange> {
  const startedBy = requireOperator(ctx);
  await registerRelease(ctx);
  return makeChange(ctx, input, async (tx) => {
    await lockPolicy(tx);
    await requireNoneRunning(tx, ctx.now());
    const newest = await getNewestPolicy(tx);
    const { version, rulesVersion } = newest;
    const completed = completeFile(file, {
      version,
      policy: { ...newest.policy, windowSeconds },
    });
    const policy = { ...completed, version };
    requireWithinBounds(policy, windowSeconds);
    const startedAt = await chooseStart(tx, { now: ctx.now(), wanted: null });
    const active = await getPolicyAt(tx, { at: startedAt, windowSeconds });
    const differences = diffPolicies({ ...active, version }, policy);
    if (differences.length === 0) {
      throw new AppError("conflict", `Version ${active.version} has these values already.`);
    }
    const until = new Date(startedAt.getTime() + minutes * MINUTE_MS);
    const id = Bun.randomUUIDv7();
    const pick = (side: "from" | "to") =>
      Object.fromEntries(differences.map((each) => [each.name, each[side]]));
    return {
      action: "policy.shadow.start",
      subject: `policy-shadow:${id}`,
      before: { version: active.version, ...pick("from") },
      after: { ...pick("to"), startedAt: startedAt.toISOString(), until: until.toISOString() },
      apply: () =>
        replaceShadow(tx, {
          ...{ id, rulesVersion, policy, startedBy, startedAt, until },
          baseVersion: active.version,
          reason: input.reason,
        }),
    };
  });
}

async function requireNoneRunning(tx: Tx, now: Date): Promise<void> {
  const last = await findShadow(tx);
  if (!last || findShadowState(last, now) !== "running") return;
  throw new AppError(
    "conflict",
    `A shadow runs until ${last.until.toISOString()}. Stop it first with \`fairclick policy shadow stop\`.`,
  );
}
