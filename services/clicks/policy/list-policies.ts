import type { Policy } from "@fairclick/core/clicks/policy";
import { policy as release } from "@fairclick/core/clicks/policy";
import { completePolicy } from "@fairclick/core/clicks/policy-file";
import { AppError } from "@fairclick/core/errors";
import {
  findNewestPolicy,
  findPolicy,
  type ListedPolicy,
  listPolicies as listRows,
} from "@fairclick/sql/clicks/policy-versions";
import { findShadow, type StoredShadow } from "@fairclick/sql/clicks/shadow/policy-shadows";
import type { Ctx } from "../../context";
import { findShadowState } from "../shadow/shadow-state";
import { getShadowPolicy } from "../shadow/show-shadow";
import { getPolicyAt } from "./read-policy";

/** `replaced` versions judged clicks of the past, or never started. */
export type PolicyState = "active" | "scheduled" | "replaced";
export type PolicyWithState = ListedPolicy & { state: PolicyState };

type Page = { before: number | null; limit: number };

type PolicyPage = {
  items: PolicyWithState[];
  nextBefore: number | null;
  /** The last shadow, if it has ended and no operator has looked at its figures since. */
  unseenShadow: StoredShadow | null;
};

/** Lists a page of versions, newest first. `nextBefore` is null on the last page. */
export async function listPolicies(
  ctx: Pick<Ctx, "db" | "now">,
  { before, limit }: Page,
): Promise<PolicyPage> {
  const now = ctx.now();
  const [rows, active, shadow] = await Promise.all([
    listRows(ctx.db.sql, { before, limit: limit + 1 }),
    getPolicyAt(ctx.db.sql, { at: now, windowSeconds: release.windowSeconds }),
    findShadow(ctx.db.sql),
  ]);
  const items = rows
    .slice(0, limit)
    .map((row): PolicyWithState => ({ ...row, state: findState(row, active.version, now) }));
  const nextBefore = rows.length > limit ? (items.at(-1)?.version ?? null) : null;
  const state = shadow && findShadowState(shadow, now);
  const isNews = shadow && !shadow.seenAt && state !== "running";
  return { items, nextBefore, unseenShadow: isNews ? shadow : null };
}

function findState({ version, activeFrom }: ListedPolicy, active: number, now: Date): PolicyState {
  if (version === active) return "active";
  return version > active && activeFrom > now ? "scheduled" : "replaced";
}

/**
 * Returns the values of a version, of the newest one or of the shadow, for this installation's window.
 * Throws `not_found` for a version that does not exist.
 */
export async function getPolicyVersion(
  ctx: Pick<Ctx, "db">,
  { version, windowSeconds }: { version: number | "newest" | "shadow"; windowSeconds: number },
): Promise<Policy> {
  if (version === "shadow") return getShadowPolicy(ctx.db, windowSeconds);
  const { sql } = ctx.db;
  const row = version === "newest" ? await findNewestPolicy(sql) : await findPolicy(sql, version);
  if (row) return { ...completePolicy(row.policy, release), windowSeconds };
  if (version === "newest" || version === release.version) return { ...release, windowSeconds };
  throw new AppError(
    "not_found",
    `There is no stored version ${version}. \`fairclick policy list\` shows them.`,
  );
}
