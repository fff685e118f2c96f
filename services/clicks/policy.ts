import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { keepEdits } from "@fairclick/core/clicks/click-rules";
import {
  makePolicyBook,
  type Policy,
  type PolicyBook,
  type PolicyFile,
  type PolicyVersion,
} from "@fairclick/core/clicks/policy";
import { findPolicyProblems } from "@fairclick/core/clicks/policy-bounds";
import { completePolicy, diffPolicies, listEdits } from "@fairclick/core/clicks/policy-versions";
import { policy as release } from "@fairclick/core/clicks/release-policy";
import { AppError } from "@fairclick/core/errors";
import {
  findNewestPolicy,
  findPolicy,
  findSettledUpTo,
  insertPolicy,
  type JudgingVersion,
  type ListedPolicy,
  listFromActive,
  listJudgingVersions,
  listPolicyValues,
  listPolicies as listRows,
  lockPolicy,
  type StoredPolicy,
} from "@fairclick/sql/clicks/policy-versions";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { makeChange, requireOperator, writeAudit } from "../changes";
import type { Ctx } from "../context";

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
  { policy: file, from, windowSeconds, ...input }: NewVersion & { policy: PolicyFile },
): Promise<OperatorChange> {
  const createdBy = requireOperator(ctx);
  await registerRelease(ctx);
  return makeChange(ctx, input, async (tx) => {
    await lockPolicy(tx);
    const newest = await getNewestPolicy(tx);
    const version = newest.version + 1;
    const installed = { ...release, windowSeconds };
    const was = { ...completePolicy(newest.policy, release), windowSeconds };
    const policy = { ...completeFile(file, { ...newest, policy: was }), version };
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
      action: "policy.apply",
      subject: `policy:${version}`,
      before: { version: newest.version, ...pick("from") },
      after: { version, ...pick("to"), activeFrom: activeFrom.toISOString() },
      apply: () =>
        insertPolicy(tx, {
          ...{
            version,
            rulesVersion: release.version,
            origin: "apply",
            activeFrom,
            policy,
            createdBy,
          },
          edits: listEdits(installed, policy),
          reason: input.reason,
          createdAt: ctx.now(),
        }),
    };
  });
}

const DAY_MS = 24 * 3_600_000;
const MAX_DAYS_AHEAD = 30;

/**
 * Returns when a new version starts: at the wanted time, or now if it is null, but never before a click that
 * may be judged already. Requires the policy's lock. Throws `validation` for a time in the
 * past or more than 30 days ahead.
 */
async function chooseStart(
  tx: Tx,
  { now, wanted }: { now: Date; wanted: Date | null },
): Promise<Date> {
  if (wanted && wanted < now) {
    throw new AppError("validation", "from must not be in the past: those clicks are judged.");
  }
  if (wanted && wanted.getTime() - now.getTime() > MAX_DAYS_AHEAD * DAY_MS) {
    throw new AppError("validation", `from must be within ${MAX_DAYS_AHEAD} days.`);
  }
  const settled = (await findSettledUpTo(tx))?.getTime() ?? 0;
  return new Date(Math.max((wanted ?? now).getTime(), settled));
}

/** `replaced` versions judged clicks of the past, or never started. */
export type PolicyState = "active" | "scheduled" | "replaced";
export type PolicyWithState = ListedPolicy & { state: PolicyState };

type Page = { before: number | null; limit: number };

type PolicyPage = { items: PolicyWithState[]; nextBefore: number | null };

/** Lists a page of versions, newest first. `nextBefore` is null on the last page. */
export async function listPolicies(
  ctx: Pick<Ctx, "db" | "now">,
  { before, limit }: Page,
): Promise<PolicyPage> {
  const now = ctx.now();
  const [rows, active] = await Promise.all([
    listRows(ctx.db.sql, { before, limit: limit + 1 }),
    getPolicyAt(ctx.db.sql, { at: now, windowSeconds: release.windowSeconds }),
  ]);
  const items = rows
    .slice(0, limit)
    .map((row): PolicyWithState => ({ ...row, state: findState(row, active.version, now) }));
  const nextBefore = rows.length > limit ? (items.at(-1)?.version ?? null) : null;
  return { items, nextBefore };
}

function findState({ version, activeFrom }: ListedPolicy, active: number, now: Date): PolicyState {
  if (version === active) return "active";
  return version > active && activeFrom > now ? "scheduled" : "replaced";
}

/**
 * Returns the values of a version, or of the newest one, for this installation's window.
 * Throws `not_found` for a version that does not exist.
 */
export async function getPolicyVersion(
  ctx: Pick<Ctx, "db">,
  { version, windowSeconds }: { version: number | "newest"; windowSeconds: number },
): Promise<Policy> {
  const { sql } = ctx.db;
  const row = version === "newest" ? await findNewestPolicy(sql) : await findPolicy(sql, version);
  if (row) return { ...completePolicy(row.policy, release), windowSeconds };
  if (version === "newest" || version === release.version) return { ...release, windowSeconds };
  throw new AppError(
    "not_found",
    `There is no stored version ${version}. \`fairclick policy list\` shows them.`,
  );
}

/** Returns the newest version. Throws `unavailable` if a newer release has registered. */
async function getNewestPolicy(tx: Tx): Promise<ListedPolicy> {
  const newest = await findNewestPolicy(tx);
  if (!newest) throw new Error("No release is registered");
  requireNewestRules(newest.rulesVersion);
  return newest;
}

/**
 * Returns the policy of a file; omitted values are those of the newest version. Throws `conflict` if the
 * file names another version.
 */
function completeFile(file: PolicyFile, newest: Pick<ListedPolicy, "version" | "policy">) {
  if (file.version !== undefined && file.version !== newest.version) {
    throw new AppError(
      "conflict",
      `The file names version ${file.version}, but the newest is ${newest.version}. \`fairclick policy show newest\` prints it.`,
    );
  }
  return completePolicy(file, newest.policy);
}

/** Throws `validation` with every value that is out of bounds. */
function requireWithinBounds(policy: Policy, windowSeconds: number): void {
  const problems = findPolicyProblems(policy, { ...release, windowSeconds });
  if (problems.length > 0) throw new AppError("validation", problems.join(" "));
}

type Wanted = { clicks: readonly { at: number }[]; windowSeconds: number };

/**
 * Reads the policies that judge the clicks, each by its time. Requires the policy's shared lock, so that
 * no version can start before the transaction ends.
 * Throws `unavailable` if this release is not registered, or if a newer release is: only workers of the
 * newest release judge clicks.
 */
export async function readPolicies(tx: Tx, { clicks, windowSeconds }: Wanted): Promise<PolicyBook> {
  const times = clicks.map(({ at }) => at);
  const from = new Date(Math.floor(times.reduce((first, at) => Math.min(first, at), Infinity)));
  const to = new Date(Math.ceil(times.reduce((last, at) => Math.max(last, at), -Infinity)));
  const rows = await listJudgingVersions(tx, { rulesVersion: release.version, from, to });
  const [first, ...others] = rows.map((row) => toVersion(row, windowSeconds));
  const newest = rows[0]?.newestRules;
  if (!first || newest === undefined) {
    throw new AppError("unavailable", "The policy of this release is not registered yet.");
  }
  requireNewestRules(newest);
  return makePolicyBook([first, ...others], clicks);
}

/** Throws `unavailable` if a newer release with other rules judges clicks. */
function requireNewestRules(newest: number): void {
  if (newest <= release.version) return;
  throw new AppError(
    "unavailable",
    `Rules ${newest} of a newer release judge clicks; this process has rules ${release.version}. Update it.`,
  );
}

/**
 * Returns the policy that judges clicks of a time, by the rules of this release; the release's own
 * policy before the first settlement.
 */
export async function getPolicyAt(
  db: Queryable,
  { at, windowSeconds }: { at: Date; windowSeconds: number },
): Promise<Policy> {
  const rows = await listJudgingVersions(db, { rulesVersion: release.version, from: at, to: at });
  const last = rows.at(-1);
  return last ? toVersion(last, windowSeconds).policy : { ...release, windowSeconds };
}

type Judged = { policyVersion: number | null };

/**
 * Returns a function that finds the policy that judged a click. Makes no query for clicks that `inForce`
 * judged. Uses `inForce` for a pending click, and for a version that is not stored.
 */
export async function readJudgingPolicies(
  db: Queryable,
  clicks: readonly Judged[],
  inForce: Policy,
): Promise<(click: Judged) => Policy> {
  const versions = new Set(clicks.map(({ policyVersion }) => policyVersion ?? inForce.version));
  versions.delete(inForce.version);
  const stored = versions.size > 0 ? await listPolicyValues(db, [...versions]) : [];
  const { windowSeconds } = inForce;
  const policies = new Map(
    stored.map(({ version, policy }) => [
      version,
      { ...completePolicy(policy, release), windowSeconds },
    ]),
  );
  return ({ policyVersion }) => policies.get(policyVersion ?? inForce.version) ?? inForce;
}

function toVersion({ policy, activeFrom }: JudgingVersion, windowSeconds: number): PolicyVersion {
  return {
    policy: { ...completePolicy(policy, release), windowSeconds },
    activeFrom: activeFrom.getTime(),
  };
}

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
