import { setImmediate } from "node:timers/promises";
import { sumCosts } from "@fairclick/core/campaigns/status";
import { listNeeds } from "@fairclick/core/clicks/fact-rules";
import {
  type CampaignFunds,
  type ClickToJudge,
  type Facts,
  mergeNeighbourNeeds,
} from "@fairclick/core/clicks/facts";
import { inClickOrder, openJudge } from "@fairclick/core/clicks/judge";
import { completePolicy, diffPolicies, type Policy } from "@fairclick/core/clicks/policy";
import {
  MAX_REPLAYED_CLICKS,
  type ReplayInput,
  type replaySchema,
} from "@fairclick/core/clicks/replay";
import { claims, type JudgedClick } from "@fairclick/core/clicks/spending";
import { AppError } from "@fairclick/core/errors";
import { listUserNames } from "@fairclick/sql/clicks/click-decisions";
import {
  listBudgets,
  listStoredClicks,
  type ReplayBudget,
  type StoredClick,
} from "@fairclick/sql/clicks/held-clicks";
import {
  listComparedClicks,
  type MovedClick,
  type MovedDays,
  showMovedClicks,
} from "@fairclick/sql/clicks/read-moved-clicks";
import { formatUtcDay } from "@fairclick/sql/clicks/retention";
import { readFacts } from "@fairclick/sql/clicks/settlement/read-facts";
import { type Db, planByIndex, type Tx } from "@fairclick/sql/db/client";
import type { z } from "zod";
import type { Ctx } from "../context";
import { readKept } from "./both-stores";
import { payingAlways } from "./held-clicks";
import { getPolicyAt } from "./judging-policy";
import { type AddressData, readAddressData, replaySignals } from "./replay-signals";

const MAX_NEIGHBOURS = 200_000;
const LONGEST_READ_MS = 2 * 60_000;

type Span = { from: Date; to: Date };

export type ReplayRead = {
  stored: StoredClick[];
  facts: Facts;
  budgets: ReplayBudget[];
};

export type ReplayScope = {
  span: Span;
  policy: Policy;
  /** Finds the signals that need only the clicks themselves. */
  prepare: (stored: readonly StoredClick[]) => Promise<ClickToJudge[]>;
};

/**
 * Reads the judged clicks of a span, sorted by time and id, with the facts to judge them again: as
 * if all clicks before the span were judged and none in it. Throws `too_many_clicks` if there are too
 * many clicks or neighbours, and `validation` if the days of a span, or of what it is compared with, are
 * partly in ClickHouse.
 */
async function readReplay(db: Db, scope: ReplayScope): Promise<ReplayRead> {
  const known = await readKept(db, async () => null, {});
  const moved = await readMovedWanted(db, scope, known.days);
  const { kept, days } = await readKept(
    db,
    async (tx) => {
      if (moved.length > 0) await showMovedClicks(tx, moved);
      return readAll(tx, scope);
    },
    { isolation: "repeatable read", statementTimeoutMs: LONGEST_READ_MS },
  );
  // A day has moved meanwhile.
  return days?.before.getTime() === known.days?.before.getTime() ? kept : readReplay(db, scope);
}

/** Reads what is needed of moved days. */
async function readMovedWanted(
  { clickhouse }: Db,
  { span, policy }: ReplayScope,
  days: MovedDays | null,
): Promise<MovedClick[]> {
  const needs = mergeNeighbourNeeds(listNeeds([policy]));
  const beforeMs = Math.max(COMPARED_MS, ...needs.map((need) => need.beforeMs));
  const afterMs = Math.max(0, ...needs.map((need) => need.afterMs));
  const first = days ? new Date(days.before.getTime() + beforeMs) : null;
  if (!clickhouse || !days || !first || span.from >= first) return [];
  if (span.to > days.before) {
    throw new AppError(
      "validation",
      `Please replay clicks before ${formatUtcDay(days.before)} and those from ${formatUtcDay(first)} on by themselves: days between are compared with clicks in ClickHouse`,
    );
  }
  const limit = MAX_REPLAYED_CLICKS + MAX_NEIGHBOURS;
  const compared = { days, span, beforeMs, afterMs, limit: limit + 1 };
  const clicks = await listComparedClicks(clickhouse, compared);
  requireAtMost(limit, clicks.length);
  return clicks;
}

async function readAll(tx: Tx, { span, policy, prepare }: ReplayScope): Promise<ReplayRead> {
  const { from, to } = span;
  const stored = await listStoredClicks(tx, { from, to, limit: MAX_REPLAYED_CLICKS + 1 });
  requireAtMost(MAX_REPLAYED_CLICKS, stored.length);
  const clicks = await prepare(stored);
  const budgets = await listBudgets(tx, [...new Set(clicks.map(({ campaignId }) => campaignId))]);
  await tx`/* replay.plan */ select ${planByIndex(tx)}`;
  const paidBefore = from.getTime();
  const read = await readFacts(tx, {
    clicks,
    policies: [policy],
    paidBefore,
    limit: MAX_NEIGHBOURS + 1,
  });
  for (const neighbours of read.neighbours.values()) {
    const count = [...neighbours.values()].reduce((sum, { length }) => sum + length, 0);
    requireAtMost(MAX_NEIGHBOURS, count);
  }
  return {
    stored,
    facts: {
      ...read,
      campaigns: fundsBefore(budgets, stored),
    },
    budgets,
  };
}

function requireAtMost(max: number, count: number): void {
  if (count <= max) return;
  throw new AppError(
    "too_many_clicks",
    `There are more than ${max.toLocaleString("en-US")} clicks to look at. Please choose a shorter time.`,
  );
}

/**
 * Returns each campaign's budget before the replayed clicks were paid. Campaigns can pay at any
 * time and everybody here, because signals about their state, audience and limits are kept as
 * recorded.
 */
function fundsBefore(budgets: readonly ReplayBudget[], stored: readonly StoredClick[]) {
  const funds = new Map(
    budgets.map(({ campaignId, prices, freeMicros, clickRules }): [string, CampaignFunds] => [
      campaignId,
      {
        ...payingAlways,
        ...{ prices, freeMicros, clickRules },
      },
    ]),
  );
  for (const click of stored) {
    const { campaignId, decided, verdict } = click;
    const campaign = funds.get(campaignId);
    if (campaign && !decided && claims({ verdict })) {
      campaign.freeMicros += sumCosts([click]);
    }
  }
  return funds;
}

/** Clicks judged between two yields: the same process responds to visitors. */
const CLICKS_AT_ONCE = 500;

/**
 * Judges the stored clicks of a span again with another policy and today's checks and
 * address data, and sums the differences. Changes nothing; leaves out clicks that operators decided. Throws
 * `validation` if the span is empty, and `too_many_clicks`.
 */
export async function replayClicks(
  ctx: Pick<Ctx, "db" | "now">,
  { from, to, policy: file, windowSeconds }: ReplayInput & { windowSeconds: number },
): Promise<z.output<typeof replaySchema>> {
  const span = { from: new Date(from), to: new Date(to) };
  if (span.from >= span.to) throw new AppError("validation", "from must be before to");
  const inForce = await getPolicyAt(ctx.db.sql, { at: ctx.now(), windowSeconds });
  const tried = completePolicy(file, inForce);
  let hasLists = false;
  const { stored, facts, budgets } = await readReplay(ctx.db, {
    span,
    policy: tried,
    prepare: async (clicks) => {
      const addressData = await readAddressData(
        ctx.db,
        clicks.flatMap(({ ip }) => ip ?? []),
      );
      hasLists = addressData.hasLists;
      return prepareClicks(clicks, addressData);
    },
  });
  const judged = await judgeInSteps(facts, tried);
  return sumReplay(ctx.db, {
    span,
    replayed: stored.map((click) => ({ click, now: judged.get(click.id) ?? null })),
    budgets,
    policies: { inForce, tried },
    hasLists,
  });
}

/** Rules compare a click with those of two days before, and longer if a policy says so. */
const COMPARED_MS = 2 * 86_400_000;

async function prepareClicks(stored: readonly StoredClick[], addressData: AddressData) {
  const clicks: ClickToJudge[] = [];
  for (const click of stored) {
    const { id, clickedAt, campaignId, creatorId, ipKey, deviceKey, weakKey } = click;
    const { deviceKnown, deviceClass, country } = click;
    clicks.push({
      ...{
        id,
        campaignId,
        creatorId,
        ipKey,
        deviceKey,
        weakKey,
        deviceKnown,
        deviceClass,
        country,
      },
      at: clickedAt.getTime(),
      signals: replaySignals(click, addressData),
      kept: click.decided ? click.verdict : null,
    });
    if (clicks.length % CLICKS_AT_ONCE === 0) await setImmediate();
  }
  return clicks;
}

async function judgeInSteps(facts: Facts, policy: Policy): Promise<Map<string, JudgedClick>> {
  const judgeClick = openJudge(facts, policy);
  const judged = new Map<string, JudgedClick>();
  for (const [place, click] of facts.clicks.toSorted(inClickOrder).entries()) {
    const now = judgeClick(click);
    if (now) judged.set(click.id, now);
    if (place % CLICKS_AT_ONCE === 0) await setImmediate();
  }
  return judged;
}

/** A stored click and its verdict in the replay; `now` is null if an operator decided the click. */
export type Replayed = { click: StoredClick; now: JudgedClick | null };

type Summed = {
  span: { from: Date; to: Date };
  replayed: Replayed[];
  budgets: ReplayBudget[];
  policies: { inForce: Policy; tried: Policy };
  hasLists: boolean;
};

const MAX_CREATORS = 1_000;

/** Sums the differences between the stored verdicts and those of the replay. */
async function sumReplay(db: Db, summed: Summed): Promise<z.output<typeof replaySchema>> {
  const { span, replayed, budgets, policies } = summed;
  const judged = replayed.flatMap(({ click, now }) => (now ? [{ click, now }] : []));
  const changed = judged.filter(
    ({ click, now }) => click.verdict !== now.verdict || click.reason !== now.reason,
  );
  const judgedByCampaign = Map.groupBy(judged, ({ click }) => click.campaignId);
  const changedByCampaign = Map.groupBy(changed, ({ click }) => click.campaignId);
  const campaigns = budgets.map(({ campaignId, name }) => {
    const own = changedByCampaign.get(campaignId) ?? [];
    const clicks = judgedByCampaign.get(campaignId)?.length ?? 0;
    return { campaignId, name, clicks, changed: own.length, micros: sumMicros(own) };
  });
  return {
    ...span,
    clicks: judged.length,
    changed: changed.length,
    decidedByOperators: replayed.length - judged.length,
    micros: sumMicros(changed),
    changes: listChanges(changed),
    campaigns: campaigns.sort((a, b) => b.changed - a.changed || b.clicks - a.clicks),
    creators: await listCreators(db, changed),
    remarks: [
      ...remarkOnErasedData(replayed),
      ...remarkOnLists(summed),
      ...remarkOnPolicy(policies),
    ],
  };
}

type Pair = { click: StoredClick; now: JudgedClick };

function listChanges(changed: Pair[]) {
  const outcome = ({ verdict, reason }: Pick<StoredClick, "verdict" | "reason">) => ({
    verdict,
    reason,
  });
  const groups = Map.groupBy(changed, ({ click, now }) =>
    JSON.stringify([outcome(click), outcome(now)]),
  );
  return [...groups.values()]
    .flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      const sums = { clicks: own.length, micros: sumMicros(own) };
      return [{ from: outcome(first.click), to: outcome(first.now), ...sums }];
    })
    .sort((a, b) => b.clicks - a.clicks);
}

async function listCreators({ sql }: Db, changed: Pair[]) {
  const creators = [...Map.groupBy(changed, ({ click }) => click.creatorId)]
    .map(([creatorId, own]) => ({ creatorId, changed: own.length, micros: sumMicros(own) }))
    .sort((a, b) => b.changed - a.changed)
    .slice(0, MAX_CREATORS);
  const ids = creators.map(({ creatorId }) => creatorId);
  const names = new Map((await listUserNames(sql, ids)).map(({ id, name }) => [id, name]));
  return creators.map((each) => ({
    ...each,
    username: names.get(each.creatorId) ?? each.creatorId,
  }));
}

/** Returns how much more the creators would have earned; negative for less. */
function sumMicros(pairs: Pair[]): bigint {
  return pairs.reduce((sum, { click, now }) => sum + now.paidMicros - click.paidMicros, 0n);
}

function remarkOnErasedData(replayed: Replayed[]): string[] {
  const erased = replayed.filter(({ click }) => click.ip === null).length;
  return erased === 0
    ? []
    : [
        `The personal data of ${erased.toLocaleString("en-US")} clicks was erased: signals that need it are kept as recorded.`,
      ];
}

function remarkOnLists({ hasLists, replayed }: Summed): string[] {
  return hasLists || replayed.length === 0
    ? []
    : ["There are no address lists now: their signals are kept as recorded."];
}

const notReplayed = new Set(["presenceHours", "honeypotHours", "heldDays"]);

function remarkOnPolicy({ inForce, tried }: Summed["policies"]): string[] {
  return diffPolicies(inForce, tried)
    .filter(({ name }) => notReplayed.has(name))
    .map(
      ({ name }) =>
        `${name} has no effect on a replay: signals and decisions that depend on it are kept.`,
    );
}
