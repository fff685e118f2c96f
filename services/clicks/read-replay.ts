import { notVisits } from "@fairclick/core/clicks/burst";
import type { Policy } from "@fairclick/core/clicks/policy";
import { linkOf } from "@fairclick/core/clicks/replay";
import type { RecordedClick } from "@fairclick/core/clicks/settlement-model";
import { AppError } from "@fairclick/core/errors";
import { MAX_REPLAYED_CLICKS } from "@fairclick/core/schemas/click-replay";
import type { Db, Tx } from "@fairclick/sql/client";
import {
  listBudgets,
  listNeighbours,
  listOutcomes,
  listPaidBy,
  listStoredClicks,
  type Neighbour,
  type PaidKey,
  type ReplayBudget,
  type StoredClick,
} from "@fairclick/sql/stored-clicks";
import { withTx } from "@fairclick/sql/tx";
import { toRecorded } from "./recorded-click";

const HOUR_MS = 3_600_000;
const LONGEST_READ_MS = 2 * 60_000;
/** So many clicks that were paid before are remembered at most: they are small. */
const MAX_PAID = 200_000;
/** Visits of a link from longer ago do not make it unusual here. */
const OUTCOME_DAYS = 30;

export type StoredReplay = {
  clicks: StoredClick[];
  /** Beside the clicks, those that may be part of a burst with one of them. */
  neighbours: RecordedClick[];
  paid: RecordedClick[];
  outcomes: ReadonlyMap<string, string>;
  budgets: ReplayBudget[];
};

type Span = { from: Date; to: Date };

/** Everything that clicks of a time are judged by. Throws `validation` when that is too much at once. */
export function readReplay(db: Db, span: Span, policy: Policy): Promise<StoredReplay> {
  return withTx(db, (tx) => readAll(tx, span, policy), {
    isolation: "repeatable read",
    readOnly: true,
    statementTimeoutMs: LONGEST_READ_MS,
  });
}

async function readAll(sql: Tx, { from, to }: Span, policy: Policy): Promise<StoredReplay> {
  const clicks = bounded(await listStoredClicks(sql, { from, to, limit: MAX_REPLAYED_CLICKS + 1 }));
  const windowMs = policy.windowSeconds * 1_000;
  const limit = MAX_REPLAYED_CLICKS + 1;
  const paidLimit = MAX_PAID + 1;
  const reachMs =
    HOUR_MS * Math.max(policy.knownDeviceHours, policy.weakDeviceHours, policy.addressHours);
  const before = (ms: number) => new Date(from.getTime() - ms);
  const [earlier, later, paid, outcomes, budgets] = await Promise.all([
    listNeighbours(sql, { from: before(windowMs), to: from, limit }),
    listNeighbours(sql, { from: to, to: new Date(to.getTime() + windowMs + 1), limit }),
    listPaidBy(sql, { from: before(reachMs), to: from, limit: paidLimit, keys: keysOf(clicks) }),
    listOutcomes(sql, {
      links: [...new Map(clicks.map((click) => [linkOf(click), click])).values()],
      from: before(OUTCOME_DAYS * 24 * HOUR_MS),
      to: from,
      visits: policy.anomalyClicks,
      notVisits,
    }),
    listBudgets(sql, [...new Set(clicks.map(({ campaignId }) => campaignId))]),
  ]);
  bounded([...earlier, ...later]);
  bounded(paid, MAX_PAID);
  return {
    clicks,
    neighbours: [...earlier, ...later].map(asStored),
    paid: paid.map(asStored),
    outcomes: new Map(outcomes.map((link) => [linkOf(link), link.outcomes])),
    budgets,
  };
}

function bounded<Item>(items: Item[], max: number = MAX_REPLAYED_CLICKS): Item[] {
  if (items.length <= max) return items;
  throw new AppError(
    "validation",
    `There are more than ${max.toLocaleString("en-US")} clicks to look at. Please choose a shorter time.`,
  );
}

/** Each once: many clicks have their address and their device in common. */
function keysOf(clicks: StoredClick[]): PaidKey[] {
  const keys = clicks.map(({ campaignId, ipKey, deviceKey }) => ({ campaignId, ipKey, deviceKey }));
  return [...new Map(keys.map((key) => [Object.values(key).join(), key])).values()];
}

function asStored(click: Neighbour): RecordedClick {
  return toRecorded(
    click,
    click.signals.map(({ signal }) => signal),
  );
}
