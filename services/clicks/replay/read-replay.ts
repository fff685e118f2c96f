import { MAX_REPLAYED_CLICKS } from "@fairclick/core/clicks/click-replay-schema";
import {
  type CampaignFunds,
  type ClickToJudge,
  type Facts,
  type LinkOutcomes,
  linkKey,
} from "@fairclick/core/clicks/facts";
import type { Policy } from "@fairclick/core/clicks/policy";
import { formatTrace, traceOf } from "@fairclick/core/clicks/refused-trace";
import { claims } from "@fairclick/core/clicks/verdict";
import { AppError } from "@fairclick/core/errors";
import { readFacts } from "@fairclick/sql/clicks/settlement/read-facts";
import {
  listBudgets,
  listOutcomes,
  listStoredClicks,
  type ReplayBudget,
  type StoredClick,
  type StoredOutcomes,
} from "@fairclick/sql/clicks/stored-clicks";
import type { Db, Tx } from "@fairclick/sql/db/client";
import { planByIndex } from "@fairclick/sql/db/plan-by-index";
import { withTx } from "@fairclick/sql/db/tx";

/** The most neighbours of the clicks that are read per need: they are small. */
const MAX_NEIGHBOURS = 200_000;
/** Visits of a link from longer ago do not make it unusual here. */
const OUTCOME_DAYS = 30;
const DAY_MS = 86_400_000;
const LONGEST_READ_MS = 2 * 60_000;

type Span = { from: Date; to: Date };

export type ReplayRead = { stored: StoredClick[]; facts: Facts; budgets: ReplayBudget[] };

export type ReplayScope = {
  span: Span;
  policy: Policy;
  /** Finds again what the clicks show by themselves. */
  prepare: (stored: readonly StoredClick[]) => Promise<ClickToJudge[]>;
};

/**
 * The judged clicks of a time, in click order, and what they are judged by again: as if none of them
 * had been judged, and everything before them had. Throws `validation` if that is too much at once.
 */
export function readReplay(db: Db, scope: ReplayScope): Promise<ReplayRead> {
  return withTx(db, (tx) => readAll(tx, scope), {
    isolation: "repeatable read",
    readOnly: true,
    statementTimeoutMs: LONGEST_READ_MS,
  });
}

async function readAll(tx: Tx, { span, policy, prepare }: ReplayScope): Promise<ReplayRead> {
  const { from, to } = span;
  const stored = await listStoredClicks(tx, { from, to, limit: MAX_REPLAYED_CLICKS + 1 });
  refuseAbove(MAX_REPLAYED_CLICKS, stored.length);
  const clicks = await prepare(stored);
  const outcomes = await listOutcomes(tx, {
    links: [...new Map(clicks.map((click) => [linkKey(click), click])).values()],
    from: new Date(from.getTime() - OUTCOME_DAYS * DAY_MS),
    to: from,
    visits: policy.anomalyClicks,
  });
  const budgets = await listBudgets(tx, [...new Set(clicks.map(({ campaignId }) => campaignId))]);
  await tx`/* replay.plan */ select ${planByIndex(tx)}`;
  const paidBefore = from.getTime();
  const read = await readFacts(tx, { clicks, policy, paidBefore, limit: MAX_NEIGHBOURS + 1 });
  for (const neighbours of read.neighbours.values()) {
    const count = [...neighbours.values()].reduce((sum, { length }) => sum + length, 0);
    refuseAbove(MAX_NEIGHBOURS, count);
  }
  return {
    stored,
    facts: {
      ...read,
      outcomes: new Map(outcomes.map((link) => [linkKey(link), toLinkOutcomes(link)])),
      campaigns: fundsBefore(budgets, stored),
    },
    budgets,
  };
}

function toLinkOutcomes({ visits, refused }: StoredOutcomes): LinkOutcomes {
  return { visits, refused: refused.map((visit) => formatTrace(traceOf(visit))).join("") };
}

function refuseAbove(max: number, count: number): void {
  if (count <= max) return;
  throw new AppError(
    "validation",
    `There are more than ${max.toLocaleString("en-US")} clicks to look at. Please choose a shorter time.`,
  );
}

/**
 * What is free now and what the clicks to judge have taken. What a campaign's state did to a click
 * is among its signals already: here every campaign can pay at any time.
 */
function fundsBefore(budgets: readonly ReplayBudget[], stored: readonly StoredClick[]) {
  const funds = new Map(
    budgets.map(({ campaignId, payoutMicros, freeMicros }): [string, CampaignFunds] => [
      campaignId,
      {
        payoutMicros,
        freeMicros,
        startsAt: -Infinity,
        endsAt: Infinity,
        fundedAt: -Infinity,
        stoppedAt: null,
        releasedAt: null,
      },
    ]),
  );
  for (const { campaignId, decided, verdict } of stored) {
    const campaign = funds.get(campaignId);
    if (campaign && !decided && claims({ verdict })) campaign.freeMicros += campaign.payoutMicros;
  }
  return funds;
}
