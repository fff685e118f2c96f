import { everybody } from "@fairclick/core/campaigns/audience";
import {
  type CampaignFunds,
  type ClickToJudge,
  type Facts,
  type LinkOutcomes,
  linkKey,
} from "@fairclick/core/clicks/facts";
import type { Policy } from "@fairclick/core/clicks/policy";
import { formatTrace, refusedTrace } from "@fairclick/core/clicks/refused-trace";
import { MAX_REPLAYED_CLICKS } from "@fairclick/core/clicks/replay";
import { claims } from "@fairclick/core/clicks/spending";
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
import { type Db, planByIndex, type Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";

/** Max neighbours read per need. */
const MAX_NEIGHBOURS = 200_000;
/** Outcomes of older visits are not read for `link_anomaly`. */
const OUTCOME_DAYS = 30;
const DAY_MS = 86_400_000;
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
 * many clicks or neighbours.
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
  requireAtMost(MAX_REPLAYED_CLICKS, stored.length);
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
      findings: new Map(),
      outcomes: new Map(outcomes.map((link) => [linkKey(link), toLinkOutcomes(link)])),
      campaigns: fundsBefore(budgets, stored),
    },
    budgets,
  };
}

function toLinkOutcomes({ visits, refused }: StoredOutcomes): LinkOutcomes {
  return { visits, refused: refused.map((visit) => formatTrace(refusedTrace(visit))).join("") };
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
    budgets.map(
      ({ campaignId, prices, feeMicros, freeMicros, clickRules }): [string, CampaignFunds] => [
        campaignId,
        {
          prices,
          feeMicros,
          freeMicros,
          spending: null,
          clickRules,
          audience: everybody,
          startsAt: -Infinity,
          endsAt: Infinity,
          fundedAt: -Infinity,
          stoppedAt: null,
          releasedAt: null,
        },
      ],
    ),
  );
  for (const { campaignId, decided, verdict, priceMicros } of stored) {
    const campaign = funds.get(campaignId);
    if (campaign && !decided && claims({ verdict })) {
      campaign.freeMicros += priceMicros + campaign.feeMicros;
    }
  }
  return funds;
}
