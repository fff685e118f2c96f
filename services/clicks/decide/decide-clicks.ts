import {
  type ClickAction,
  type ClickDecision,
  type ClickDecisionInput,
  type ReversalCategory,
  refusalReason,
} from "@fairclick/core/clicks/decisions";
import {
  type DecidableClick,
  listCampaignNames,
  listEarnings,
  listUserNames,
  type Named,
} from "@fairclick/sql/clicks/click-decisions";
import type { Db } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { countTowardsReversalLimit, type ReversalLimit } from "../reversals/limit-reversals";
import { type Act, type DecidedBatch, type DecidedClick, decideBatch } from "./decide-batch";
import { findDecidableClicks } from "./find-decidable-clicks";

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
  const { action, clicks: selection, reason, dryRun, category = null, limitMicros = null } = input;
  const act: Act = {
    id: Bun.randomUUIDv7(),
    by: "operator",
    operatorId: requireOperator(ctx),
    action,
    category,
    reason,
    dryRun,
  };
  const found = await findDecidableClicks(ctx.db, action, selection);
  if (action === "reverse" && !dryRun) {
    const paid = found.clicks.filter((click) => refusalReason(action, click) === null);
    const micros = sum(paid.map(({ paidMicros }) => paidMicros));
    await withTx(ctx.db, (tx) => countTowardsReversalLimit(tx, ctx, { micros, limitMicros }));
  }
  const parts = toBatches(found.clicks);
  if (parts.length > 1) act.allClicks = found.clicks.length;
  const batches: DecidedBatch[] = [];
  for (const part of parts) batches.push(await decideBatch(ctx, act, part));
  const named = "ids" in selection;
  const skipped = [...found.skipped, ...batches.flatMap((batch) => batch.skipped)];
  return {
    ...(await sumDecision(ctx.db, act, batches)),
    skipped: named ? skipped : [],
    complete: found.complete,
  };
}

/** Sorted by campaign id, then by time. */
function toBatches(clicks: DecidableClick[]): DecidableClick[][] {
  const campaigns = Map.groupBy(clicks, ({ campaignId }) => campaignId);
  return [...campaigns]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) =>
      Array.from({ length: Math.ceil(own.length / BATCH_SIZE) }, (_, index) =>
        own.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
      ),
    );
}

type Sums = Omit<ClickDecision, "skipped" | "complete">;
type Groups = ReadonlyMap<string, DecidedClick[]>;

/** Totals of a decision (or dry run): overall, per campaign and per creator, sorted by clicks descending. */
async function sumDecision(db: Db, act: Act, batches: DecidedBatch[]): Promise<Sums> {
  const clicks = batches.flatMap((batch) => batch.clicks);
  const byCampaign = Map.groupBy(clicks, ({ campaignId }) => campaignId);
  const byCreator = Map.groupBy(clicks, ({ creatorId }) => creatorId);
  const [campaigns, creators, debts] = await Promise.all([
    listCampaignNames(db.sql, [...byCampaign.keys()]),
    listUserNames(db.sql, [...byCreator.keys()]),
    act.dryRun && act.action === "reverse" ? foreseeDebts(db, byCreator) : addDebts(batches),
  ]);
  const getDebt = (creatorId: string) => debts.get(creatorId) ?? 0n;
  return {
    action: act.action,
    actId: act.dryRun || clicks.length === 0 ? null : act.id,
    applied: !act.dryRun,
    ...amounts(clicks),
    debtMicros: sum([...byCreator.keys()].map(getDebt)).toString(),
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

/** The debt per creator that the decision would create now. */
async function foreseeDebts(db: Db, byCreator: Groups): Promise<Map<string, bigint>> {
  const earnings = await listEarnings(db.sql, [...byCreator.keys()]);
  const heldBy = new Map(earnings.map(({ userId, micros }) => [userId, micros]));
  return new Map(
    [...byCreator].map(([id, own]) => {
      const missing = sum(own.map(({ micros }) => micros)) - (heldBy.get(id) ?? 0n);
      return [id, missing > 0n ? missing : 0n];
    }),
  );
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
