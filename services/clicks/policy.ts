import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import {
  completePolicy,
  diffPolicies,
  findPolicyProblems,
  listEdits,
  type Policy,
  type PolicyFile,
} from "@fairclick/core/clicks/policy";
import { policy as release } from "@fairclick/core/clicks/release-policy";
import { AppError } from "@fairclick/core/errors";
import {
  findNewestPolicy,
  findPolicy,
  insertPolicy,
  type ListedPolicy,
  listPolicies as listRows,
  lockPolicy,
} from "@fairclick/sql/clicks/policy-versions";
import type { Tx } from "@fairclick/sql/db/client";
import { makeChange, requireOperator } from "../changes";
import type { Ctx } from "../context";
import { chooseStart, registerRelease, requireNewestRules } from "./judging-policy";

type NewVersion = ChangeInput & {
  /** This installation's window. */
  windowSeconds: number;
};

/**
 * Stores a policy as a new version that judges clicks from now on. Omitted values are those of the
 * newest version. Throws `conflict` if the file names another version than the newest, and
 * `validation` with every value that is out of bounds.
 */
export async function applyPolicy(
  ctx: Ctx,
  { policy: file, windowSeconds, ...input }: NewVersion & { policy: PolicyFile },
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
    const activeFrom = await chooseStart(tx, ctx.now());
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

export type PolicyWithState = ListedPolicy & { state: "active" | "replaced" };

type Page = { before: number | null; limit: number };

type PolicyPage = { items: PolicyWithState[]; nextBefore: number | null };

/** Lists a page of versions, newest first. `nextBefore` is null on the last page. */
export async function listPolicies(
  { db: { sql } }: Pick<Ctx, "db">,
  { before, limit }: Page,
): Promise<PolicyPage> {
  const rows = await listRows(sql, { before, limit: limit + 1 });
  const newest = before === null ? rows[0] : await findNewestPolicy(sql);
  const items = rows.slice(0, limit).map((row): PolicyWithState => {
    return { ...row, state: row.version === newest?.version ? "active" : "replaced" };
  });
  const nextBefore = rows.length > limit ? (items.at(-1)?.version ?? null) : null;
  return { items, nextBefore };
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
