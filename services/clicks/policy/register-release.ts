import { keepEdits } from "@fairclick/core/clicks/click-rules";
import { listEdits } from "@fairclick/core/clicks/policy-versions";
import { policy as release } from "@fairclick/core/clicks/release-policy";
import {
  findNewestPolicy,
  insertPolicy,
  type ListedPolicy,
  listFromActive,
  lockPolicy,
  type StoredPolicy,
} from "@fairclick/sql/clicks/policy-versions";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";
import { chooseStart } from "./choose-start";

/** The most characters of a reason that the database stores. */
const MAX_REASON = 500;

/**
 * Stores the policy of this release as a version, unless a version with these rules or newer ones exists.
 * Continues the version that is active now: keeps the values that operators changed and that the release
 * allows, names the others in the audit log, and takes the rest from the release. Scheduled versions are
 * stored again with their own start. Safe to run twice and concurrently.
 */
export async function registerRelease(ctx: Pick<Ctx, "db" | "now" | "actor">): Promise<void> {
  if (isRegistered(await findNewestPolicy(ctx.db.sql))) return;
  await withTx(ctx.db, async (tx) => {
    await lockPolicy(tx);
    const newest = await findNewestPolicy(tx);
    if (isRegistered(newest)) return;
    const startsAt = await chooseStart(tx, { now: ctx.now(), wanted: null });
    const [active, ...scheduled] = await listFromActive(tx, startsAt);
    const rules = `Rules ${release.version}`;
    const first = Math.max((newest?.version ?? 0) + 1, release.version);
    const versions = [
      { edits: active?.edits ?? {}, activeFrom: startsAt, reason: rules, from: active },
      ...scheduled.map((from) => ({
        ...from,
        reason: `${rules}: ${from.reason}`.slice(0, MAX_REASON),
        from,
      })),
    ];
    for (const [index, { from, ...continued }] of versions.entries()) {
      const before = { version: from?.version ?? null };
      await storeVersion(tx, { ...continued, before, version: first + index, at: ctx.now() });
    }
  });
}

type Continued = Pick<StoredPolicy, "version" | "edits" | "activeFrom" | "reason"> & {
  before: { version: number | null };
  at: Date;
};

async function storeVersion(
  tx: Tx,
  { version, edits, activeFrom, reason, before, at }: Continued,
): Promise<void> {
  const { policy: kept, dropped } = keepEdits(edits, release);
  const policy = { ...kept, version };
  await insertPolicy(tx, {
    ...{ version, activeFrom, policy, reason, rulesVersion: release.version },
    ...{ origin: "release", createdBy: null, createdAt: at },
    edits: listEdits(release, policy),
  });
  await writeAudit(
    tx,
    { actor: { kind: "system", job: "register-release" }, now: () => at },
    {
      action: "policy.register",
      subject: `policy:${version}`,
      before,
      after: {
        ...{ version, rulesVersion: release.version, activeFrom: activeFrom.toISOString() },
        ...(dropped.length > 0 ? { dropped: dropped.join(" ") } : {}),
      },
    },
  );
}

function isRegistered(newest: ListedPolicy | null): boolean {
  return newest !== null && newest.rulesVersion >= release.version;
}
