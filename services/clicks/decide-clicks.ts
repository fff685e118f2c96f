import { addressChecks } from "@fairclick/core/clicks/checks";
import {
  type ClickAction,
  type ClickDecision,
  type ClickDecisionInput,
  type ReversalCategory,
  refusalReason,
} from "@fairclick/core/clicks/decisions";
import type { ClickFilter } from "@fairclick/core/clicks/flagged-clicks";
import type { Policy } from "@fairclick/core/clicks/policy";
import { honeypot } from "@fairclick/core/clicks/rules/honeypot";
import { selfClick } from "@fairclick/core/clicks/rules/self-click";
import {
  isOnSharedNetwork,
  type Signal,
  type SignalName,
  signalOrder,
} from "@fairclick/core/clicks/signal";
import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import type { IpData } from "@fairclick/core/ip/ip-data";
import { findVisitorTraces, type VisitorTraces } from "@fairclick/sql/accounts/devices";
import {
  type DecidableClick,
  listUserNames,
  type Named,
} from "@fairclick/sql/clicks/click-decisions";
import { type ClickWanted, findCreatorId } from "@fairclick/sql/clicks/flagged-clicks";
import type { HeldClick } from "@fairclick/sql/clicks/held-clicks";
import type { Db, Queryable } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { normaliseNetwork } from "@fairclick/sql/ip/lists";
import { listCampaignNames } from "@fairclick/sql/notices/notices";
import { requireOperator } from "../changes";
import type { Ctx } from "../context";
import { type Act, type DecidedBatch, type DecidedClick, decideBatch } from "./decide-batch";
import { findDecidableClicks } from "./find-decidable-clicks";
import { asRequest, replaySignals } from "./replay-signals";
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
export async function decideInBatches(
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
    .flatMap(([, own]) =>
      Array.from({ length: Math.ceil(own.length / BATCH_SIZE) }, (_, index) =>
        own.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
      ),
    );
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

/**
 * Converts a filter to database ids and ranges. Flagged clicks can be listed by any filter; other
 * clicks are too many, so they require a link or an address. Throws `validation` or `not_found`.
 */
export async function resolveFilter(db: Queryable, filter: ClickFilter): Promise<ClickWanted> {
  const isFlagged = ["flagged", "held", "invalid"].includes(filter.verdict);
  const isOneLink = filter.campaign !== undefined && filter.creator !== undefined;
  if (!isFlagged && !isOneLink && filter.address === undefined && !filter.appealed) {
    throw new AppError(
      "validation",
      "Clicks that were not flagged are shown of one link (a campaign and a creator) or one address",
    );
  }
  return resolveAnyFilter(db, filter);
}

/**
 * Converts a filter to database ids and ranges. Many clicks can match it: the caller limits how many it
 * reads. Throws `not_found` for an unknown creator.
 */
export async function resolveAnyFilter(db: Queryable, filter: ClickFilter): Promise<ClickWanted> {
  return {
    verdict: filter.verdict,
    signal: filter.signal ?? null,
    campaignId: filter.campaign ?? null,
    creatorId: filter.creator === undefined ? null : await findCreator(db, filter.creator),
    network: filter.address === undefined ? null : await normaliseNetwork(db, filter.address),
    appealed: filter.appealed ?? false,
  };
}

async function findCreator(db: Queryable, creator: string): Promise<string> {
  if (isUuid(creator)) return creator;
  const id = await findCreatorId(db, creator);
  if (id === null) throw new AppError("not_found", `There is no user called ${creator}`);
  return id;
}

type Wanted = { clicks: readonly HeldClick[]; policy: Policy; ipData: IpData };

/** What the checks find in held clicks today, by the click's id. */
export async function findSignalsAgain(
  db: Queryable,
  { clicks, policy, ipData }: Wanted,
): Promise<Map<string, Signal[]>> {
  const traces = await findVisitorTraces(
    db,
    clicks.map(({ clickedAt, campaignId, creatorId, ipKey, deviceKey }) => ({
      ...{ campaignId, creatorId },
      clickedAt: clickedAt.getTime(),
      ipKey: ipKey ?? "",
      deviceKey: deviceKey ?? "",
    })),
    policy,
  );
  return new Map(
    clicks.map((click, place) => [click.id, findAgain(click, { ipData, traces: traces[place] })]),
  );
}

function findAgain(
  click: HeldClick,
  { ipData, traces }: { ipData: IpData; traces: VisitorTraces | undefined },
): Signal[] {
  const lists = new Set(ipData.lists.map(({ name }) => name));
  const found = new Map<SignalName, Signal>();
  for (const each of replaySignals(click, { data: ipData, hasLists: lists.size > 0 })) {
    found.set(each.signal, each);
  }
  for (const each of click.signals) {
    if (isAddressSignal(each) && !isListed(each, lists)) found.set(each.signal, each);
  }
  // A sharing address has no say about its visitors, whenever that became known.
  if (isOnSharedNetwork(found)) found.delete("honeypot_address");
  for (const each of findOwnDevice(click, traces)) found.set(each.signal, each);
  return signalOrder.flatMap((signal) => found.get(signal) ?? []);
}

const addressSignals = new Set<SignalName>(addressChecks.map(({ signal }) => signal));

function isAddressSignal({ signal }: Signal): boolean {
  return addressSignals.has(signal);
}

/** Whether the list that the evidence names is there to look the address up in. */
function isListed({ evidence }: Signal, lists: ReadonlySet<string>): boolean {
  return typeof evidence.list === "string" && lists.has(evidence.list);
}

/** Marks and sign-ins of the device since, if its cookie identifies it. An address may be somebody else's by now. */
function findOwnDevice(click: HeldClick, traces: VisitorTraces | undefined): Signal[] {
  if (!traces || !click.deviceKnown || click.ip === null) return [];
  const request = { ...asRequest(click, click.ip), device: click.deviceKey };
  const context = {
    signedIn: traces.signedIn.filter(({ by }) => by === "device"),
    marked: traces.marked.filter((by) => by === "device"),
    onSharedNetwork: false,
    address: {},
  };
  return [honeypot, selfClick].flatMap(({ signal, find }) => {
    const evidence = find(request, context);
    return evidence ? [{ signal, evidence }] : [];
  });
}
