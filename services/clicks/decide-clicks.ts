import {
  type ClickAction,
  type ClickDecision,
  type ClickDecisionInput,
  type ClickGroup,
  type ClickSelection,
  clickValueKinds,
  type ReversalCategory,
  refusalReason,
} from "@fairclick/core/clicks/decisions";
import { inChunks } from "@fairclick/core/compact";
import { AppError } from "@fairclick/core/errors";
import {
  type ClickGroupFilter,
  type ClickPlace,
  type ClickSpan,
  type DecidableClick,
  listClicksById,
  listClicksOfGroup,
  listPendingIds,
  listUserNames,
  type Named,
} from "@fairclick/sql/clicks/click-decisions";
import { findMovedBefore } from "@fairclick/sql/clicks/pending-clicks";
import { formatUtcDay } from "@fairclick/sql/clicks/retention";
import type { Db } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { normaliseNetwork } from "@fairclick/sql/ip/lists";
import { listCampaignNames } from "@fairclick/sql/notices/notices";
import { markCounted, readNewest, requireOperator, requireSeen } from "../changes";
import type { Ctx } from "../context";
import {
  type Act,
  type DecidedBatch,
  type DecidedClick,
  decideBatch,
  type Skipped,
} from "./decide-batch";
import {
  countTowardsReversalLimit,
  foreseeReversal,
  type ReversalLimit,
  sumWhereabouts,
} from "./reversals";

/** Max clicks of a campaign that are decided in one transaction. */
const BATCH_SIZE = 1_000;

type DecideClicks = ClickDecisionInput & {
  action: ClickAction;
  /** Required for reversals, null otherwise. */
  category?: ReversalCategory;
} & Partial<ReversalLimit>;

/**
 * Approves, rejects or reverses clicks, with a transaction per batch and campaign. Reversals count
 * towards `limitMicros`, what one operator can take back within 24 hours; null disables the limit.
 * Idempotent: clicks to which the action no longer applies are left unchanged, and are returned as skipped
 * if the input names them by id. A dry run returns the same result and changes nothing.
 */
export async function decideClicks(ctx: Ctx, input: DecideClicks): Promise<ClickDecision> {
  const { action, reason, dryRun, category = null, limitMicros = null } = input;
  const act: Act = {
    id: Bun.randomUUIDv7(),
    by: "operator",
    operatorId: requireOperator(ctx),
    action,
    category,
    reason,
    dryRun,
  };
  const found = await findDecidableClicks(ctx, dryRun ? { ...input, seen: undefined } : input);
  const isReversal = action === "reverse";
  const paid = found.clicks.filter((click) => isReversal && refusalReason(action, click) === null);
  const foreseen = await foreseeReversal(ctx.db.sql, paid);
  if (isReversal && !dryRun) {
    const micros = sum(paid.map(({ paidMicros }) => paidMicros));
    await withTx(ctx.db, (tx) => countTowardsReversalLimit(tx, ctx, { micros, limitMicros }));
  }
  const batches = await decideInBatches(ctx, act, found.clicks);
  const named = "ids" in input.clicks;
  const skipped = [...found.skipped, ...batches.flatMap((batch) => batch.skipped)];
  return {
    ...(await sumDecision(ctx.db, act, { batches, foreseen })),
    skipped: named ? skipped : [],
    complete: found.complete,
    seen: found.seen,
  };
}

/** Decides clicks, with a transaction per batch and campaign. */
async function decideInBatches(
  ctx: Ctx,
  act: Act,
  clicks: DecidableClick[],
): Promise<DecidedBatch[]> {
  const parts = toBatches(clicks);
  const whole = parts.length > 1 ? { ...act, allClicks: clicks.length } : act;
  const batches: DecidedBatch[] = [];
  for (const part of parts) batches.push(await decideBatch(ctx, whole, part));
  return batches;
}

/** Sorted by campaign id, then by time. */
function toBatches(clicks: DecidableClick[]): DecidableClick[][] {
  const campaigns = Map.groupBy(clicks, ({ campaignId }) => campaignId);
  return [...campaigns]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) => inChunks(own, BATCH_SIZE));
}

type Sums = Omit<ClickDecision, "skipped" | "complete" | "seen">;
type Outcome = { batches: DecidedBatch[]; foreseen: Awaited<ReturnType<typeof foreseeReversal>> };
type Groups = ReadonlyMap<string, DecidedClick[]>;

/** Totals of a decision (or dry run): overall, per campaign and per creator, sorted by clicks descending. */
async function sumDecision(db: Db, act: Act, { batches, foreseen }: Outcome): Promise<Sums> {
  const clicks = batches.flatMap((batch) => batch.clicks);
  const byCampaign = Map.groupBy(clicks, ({ campaignId }) => campaignId);
  const byCreator = Map.groupBy(clicks, ({ creatorId }) => creatorId);
  const [campaigns, creators] = await Promise.all([
    listCampaignNames(db.sql, [...byCampaign.keys()]),
    listUserNames(db.sql, [...byCreator.keys()]),
  ]);
  const debts = addDebts(batches);
  const { stoppedMicros, inTransitMicros } = sumWhereabouts(foreseen.values());
  const getDebt = (creatorId: string) =>
    (act.dryRun ? foreseen.get(creatorId)?.owedMicros : debts.get(creatorId)) ?? 0n;
  return {
    action: act.action,
    actId: act.dryRun || clicks.length === 0 ? null : act.id,
    applied: !act.dryRun,
    ...amounts(clicks),
    debtMicros: sum([...byCreator.keys()].map(getDebt)).toString(),
    stoppedMicros: stoppedMicros.toString(),
    inTransitMicros: inTransitMicros.toString(),
    campaigns: list(byCampaign, campaigns).map(({ id, name, own }) => ({
      campaignId: id,
      name,
      ...amounts(own),
    })),
    creators: list(byCreator, creators).map(({ id, name, own }) => ({
      creatorId: id,
      username: name,
      ...amounts(own),
      debtMicros: getDebt(id).toString(),
    })),
  };
}

function addDebts(batches: DecidedBatch[]): Map<string, bigint> {
  const debts = new Map<string, bigint>();
  for (const [creatorId, micros] of batches.flatMap((batch) => [...batch.debts])) {
    debts.set(creatorId, (debts.get(creatorId) ?? 0n) + micros);
  }
  return debts;
}

function list(groups: Groups, named: Named[]) {
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return [...groups]
    .map(([id, own]) => ({ id, name: names.get(id) ?? id, own }))
    .sort((a, b) => b.own.length - a.own.length);
}

function amounts(clicks: DecidedClick[]) {
  return { clicks: clicks.length, micros: sum(clicks.map(({ micros }) => micros)).toString() };
}

function sum(amounts: bigint[]): bigint {
  return amounts.reduce((total, micros) => total + micros, 0n);
}

type Found = { clicks: DecidableClick[]; skipped: Skipped[]; complete: boolean };

/** Max clicks of a group that one call decides. */
const CALL_LIMIT = 10_000;
const PAGE = 1_000;

type Wanted = { action: ClickAction; clicks: ClickSelection; seen?: string | undefined };
type Reader = Pick<Ctx, "db" | "now">;

/**
 * Finds the selected clicks in any state, and marks those that the action applies to. Ids without a
 * judged click are returned as skipped, with the reason. With the mark of a preview, clicks of the group
 * that are newer than those of the preview are left out: a link gets new ones all the time. Throws
 * `conflict` if the others are not the same any more.
 */
export async function findDecidableClicks(
  ctx: Reader,
  { action, clicks: selection, seen: preview }: Wanted,
): Promise<Found & { seen: string }> {
  const found =
    "ids" in selection
      ? await findNamed(ctx, selection.ids)
      : await findGroup(ctx, action, { ...selection.group, newest: readNewest(preview) });
  const counted = found.clicks.filter((click) => refusalReason(action, click) === null);
  const newest = counted.reduce((at, { clickedAt }) => Math.max(at, clickedAt.getTime()), 0);
  const seen = markCounted(
    counted.map(({ id }) => id),
    new Date(newest),
  );
  requireSeen(preview, seen);
  return { ...found, seen };
}

async function findNamed({ db }: Reader, named: string[]): Promise<Found> {
  const ids = [...new Set(named.map((id) => id.toLowerCase()))];
  const clicks = await listByIds(db, ids);
  const found = new Set(clicks.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  const pending = new Set(missing.length > 0 ? await listPendingIds(db.sql, missing) : []);
  const movedBefore = missing.length > 0 && db.clickhouse ? await findMovedBefore(db.sql) : null;
  const since = movedBefore
    ? ` since ${formatUtcDay(movedBefore)}, and nothing can change earlier ones any more`
    : "";
  const skipped = missing.map(
    (id): Skipped =>
      pending.has(id)
        ? { id, verdict: "pending", why: "The click is still pending" }
        : { id, verdict: null, why: `There is no such click${since}` },
  );
  return { clicks, skipped, complete: true };
}

/** Reads the days that the ids name first, which are few partitions, then all others. */
async function listByIds({ sql: db }: Ctx["db"], ids: string[]): Promise<DecidableClick[]> {
  const span = clickSpan(ids);
  const near = span ? await listClicksById(db, span) : [];
  const found = new Set(near.map(({ id }) => id));
  const rest = ids.filter((id) => !found.has(id));
  if (rest.length === 0) return near;
  return [...near, ...(await listClicksById(db, { ids: rest, from: null, to: null }))];
}

/** A UUIDv7 begins with its time in milliseconds, which is the time of the click. */
function clickSpan(ids: string[]): ClickSpan | null {
  const times = ids
    .filter((id) => id[14] === "7")
    .map((id) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
  if (times.length === 0) return null;
  const at = (ms: number) => new Date(ms);
  return { ids, from: at(Math.min(...times) - 1_000), to: at(Math.max(...times) + 1_000) };
}

/**
 * Returns true if an index can find the clicks. Held clicks are few. Almost all clicks are paid, so a reversal
 * must name a campaign, creator, address, device or act. Clicks are held again only to undo an act.
 */
function isWithinReach(action: ClickAction, group: ClickGroup): boolean {
  const { campaignId, creatorIds, address, device, actId } = group;
  if (action === "hold") return actId !== undefined;
  return action !== "reverse" || [campaignId, creatorIds, address, device, actId].some(Boolean);
}

type Group = ClickGroup & { newest: Date | null };

async function findGroup(ctx: Reader, action: ClickAction, group: Group): Promise<Found> {
  const { db } = ctx;
  if (!isWithinReach(action, group)) {
    throw new AppError(
      "validation",
      action === "hold"
        ? "Clicks to hold again are found by the act that decided about them."
        : "Paid clicks are found by campaign, creator, address, device or act.",
    );
  }
  const { campaignId, creatorIds, address, signal, from, to, newest, ...others } = group;
  const { withoutCookie, actId } = others;
  return readGroup(ctx, {
    ...{ action, campaignId, creatorIds, signal, newest, withoutCookie, actId },
    values: pickValues(group),
    network: address === undefined ? undefined : await normaliseNetwork(db.sql, address),
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  });
}

async function readGroup({ db }: Reader, filter: ClickGroupFilter): Promise<Found> {
  const clicks: DecidableClick[] = [];
  while (clicks.length < CALL_LIMIT) {
    const after: ClickPlace | null = clicks.at(-1) ?? null;
    const page = await listClicksOfGroup(db.sql, { ...filter, after, limit: PAGE });
    clicks.push(...page);
    if (page.length < PAGE) return { clicks, skipped: [], complete: true };
  }
  return { clicks, skipped: [], complete: false };
}

function pickValues(group: ClickGroup) {
  return clickValueKinds.flatMap((by) => {
    const value = group[by];
    return value === undefined ? [] : [{ by, value }];
  });
}
