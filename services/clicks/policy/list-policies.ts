import type { Policy } from "@fairclick/core/clicks/policy";
import { completePolicy } from "@fairclick/core/clicks/policy-versions";
import { policy as release } from "@fairclick/core/clicks/release-policy";
import { AppError } from "@fairclick/core/errors";
import {
  findNewestPolicy,
  findPolicy,
  type ListedPolicy,
  listPolicies as listRows,
} from "@fairclick/sql/clicks/policy-versions";
import type { Ctx } from "../../context";
import { getPolicyAt } from "./read-policy";

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
