import { policy as release } from "@fairclick/core/clicks/policy";
import { completePolicy, listEdits } from "@fairclick/core/clicks/policy-file";
import {
  findNewestPolicy,
  insertPolicy,
  type ListedPolicy,
  lockPolicy,
} from "@fairclick/sql/clicks/policy-versions";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";
import { chooseStart } from "./choose-start";

/**
 * Stores the policy of this release as a version, unless a version with these rules or newer ones exists.
 * Keeps the values that operators changed and takes the others from the release. Safe to run twice and
 * concurrently.
 */
export async function registerRelease(ctx: Pick<Ctx, "db" | "now" | "actor">): Promise<void> {
  if (isRegistered(await findNewestPolicy(ctx.db.sql))) return;
  await withTx(ctx.db, async (tx) => {
    await lockPolicy(tx);
    const newest = await findNewestPolicy(tx);
    if (isRegistered(newest)) return;
    const version = Math.max((newest?.version ?? 0) + 1, release.version);
    const policy = { ...completePolicy(newest?.edits ?? {}, release), version };
    const activeFrom = await chooseStart(tx, { now: ctx.now(), wanted: null });
    await insertPolicy(tx, {
      version,
      rulesVersion: release.version,
      origin: "release",
      activeFrom,
      policy,
      edits: listEdits(release, policy),
      reason: `Rules ${release.version}`,
      createdBy: null,
      createdAt: ctx.now(),
    });
    await writeAudit(
      tx,
      { actor: { kind: "system", job: "register-release" } },
      {
        action: "policy.register",
        subject: `policy:${version}`,
        before: { version: newest?.version ?? null },
        after: { version, rulesVersion: release.version },
      },
    );
  });
}

function isRegistered(newest: ListedPolicy | null): boolean {
  return newest !== null && newest.rulesVersion >= release.version;
}
