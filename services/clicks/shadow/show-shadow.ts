import { type Policy, policy as release } from "@fairclick/core/clicks/policy";
import {
  completePolicy,
  diffPolicies,
  type PolicyDifference,
} from "@fairclick/core/clicks/policy-file";
import type { Decision } from "@fairclick/core/clicks/verdict";
import { AppError } from "@fairclick/core/errors";
import { findPolicy, listJudgingVersions } from "@fairclick/sql/clicks/policy-versions";
import {
  countLinkClicks,
  listSampledClicks,
  listShadowCampaigns,
  listShadowCreators,
  listShadowOutcomes,
  type SampledClick,
  type SummedOutcome,
} from "@fairclick/sql/clicks/shadow/list-shadow-figures";
import {
  findShadow,
  markShadowSeen,
  type StoredShadow,
} from "@fairclick/sql/clicks/shadow/policy-shadows";
import { type Misses, sumMisses } from "@fairclick/sql/clicks/shadow/shadow-misses";
import type { Db, Queryable } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { findShadowState, type ShadowState } from "./shadow-state";

const MAX_LISTED = 1_000;
const MAX_SAMPLED = 500;

type Listed = Awaited<ReturnType<typeof listShadowCampaigns>>;

export type ShownShadow = StoredShadow & {
  state: ShadowState;
  differences: PolicyDifference[];
  clicks: number;
  changed: number;
  micros: bigint;
  changes: SummedOutcome[];
  campaigns: Listed;
  creators: Listed;
  sample: SampledClick[];
  /** Clicks that settlement judged without it, because of errors that passed. */
  missed: number;
  /** What the figures leave out, as sentences. */
  remarks: string[];
};

/**
 * Returns the last shadow with its figures, and remembers that an operator has looked at it if it has
 * ended. Throws `not_found` if there was none.
 */
export async function showShadow(ctx: Pick<Ctx, "db" | "now">): Promise<ShownShadow> {
  const now = ctx.now();
  const shown = await withTx(ctx.db, (tx) => readShadow(tx, now), {
    isolation: "repeatable read",
    readOnly: true,
  });
  const { id, state, seenAt } = shown;
  if (state !== "running" && !seenAt) await markShadowSeen(ctx.db.sql, { id, at: now });
  return shown;
}

/** Returns the values of the last shadow for this installation's window. Throws `not_found` if there was none. */
export async function getShadowPolicy(db: Db, windowSeconds: number): Promise<Policy> {
  return { ...completePolicy((await getShadow(db.sql)).policy, release), windowSeconds };
}

async function getShadow(db: Queryable): Promise<StoredShadow> {
  const shadow = await findShadow(db);
  if (shadow) return shadow;
  throw new AppError(
    "not_found",
    "No shadow was started yet. `fairclick policy shadow start` starts one.",
  );
}

async function readShadow(db: Queryable, now: Date): Promise<ShownShadow> {
  const shadow = await getShadow(db);
  const { id: shadowId } = shadow;
  const outcomes = await listShadowOutcomes(db, shadowId);
  const changes = outcomes.filter(({ from, to }) => !isSame(from, to));
  const changed = sum(changes);
  const sample = await listSampledClicks(db, { shadowId, limit: MAX_SAMPLED });
  const misses = await sumMisses(db, shadowId);
  return {
    ...shadow,
    ...{ state: findShadowState(shadow, now), changes, changed, sample },
    missed: misses.clicks,
    differences: await listDifferences(db, shadow),
    clicks: sum(outcomes),
    micros: changes.reduce((total, { micros }) => total + micros, 0n),
    campaigns: await listShadowCampaigns(db, { shadowId, limit: MAX_LISTED }),
    creators: await listShadowCreators(db, { shadowId, limit: MAX_LISTED }),
    remarks: [
      ...remarkOnMisses(misses),
      ...remarkOnSample(changed, sample.length),
      ...remarkOnLinks(changed - (await countLinkClicks(db, shadowId))),
      ...(await remarkOnVersions(db, shadow, now)),
    ],
  };
}

/** Compares the values with those of the version that was active at the start. */
async function listDifferences(
  db: Queryable,
  { baseVersion, policy }: StoredShadow,
): Promise<PolicyDifference[]> {
  const base = await findPolicy(db, baseVersion);
  const { version, windowSeconds } = policy;
  const was = completePolicy(base?.policy ?? {}, release);
  return diffPolicies({ ...was, version, windowSeconds }, completePolicy(policy, release));
}

function isSame(from: Decision, to: Decision): boolean {
  return from.verdict === to.verdict && from.reason === to.reason;
}

function sum(outcomes: readonly SummedOutcome[]): number {
  return outcomes.reduce((total, { clicks }) => total + clicks, 0);
}

function remarkOnMisses({ clicks, failure }: Misses): string[] {
  if (clicks === 0) return [];
  return [
    `${clicks.toLocaleString("en-US")} clicks of its time were not compared and are missing in all figures: settlement judged them without it. ${failure}`,
  ];
}

function remarkOnSample(changed: number, sampled: number): string[] {
  if (sampled === changed) return [];
  const [some, all] = [sampled, changed].map((count) => count.toLocaleString("en-US"));
  return [`The listed clicks are a sample, the first ones of each change: ${some} of ${all}.`];
}

function remarkOnLinks(left: number): string[] {
  if (left === 0) return [];
  return [
    `${left.toLocaleString("en-US")} changed clicks are of further links and missing in the sums by creator and campaign.`,
  ];
}

async function remarkOnVersions(db: Queryable, shadow: StoredShadow, now: Date): Promise<string[]> {
  const { rulesVersion, startedAt: from, until, endedAt } = shadow;
  const to = endedAt ?? (now < until ? now : until);
  const versions = await listJudgingVersions(db, { rulesVersion, from, to });
  if (versions.length < 2) return [];
  const names = versions.map(({ policy }) => policy.version).join(", ");
  return [`The active policy changed in the meantime: versions ${names} judged the clicks.`];
}
