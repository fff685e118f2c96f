import { formatExactDollars } from "../../amounts";
import { costAt, sumCosts } from "../../campaigns/status";
import { t } from "../../language/t";
import type { ClickToJudge } from "../facts";
import type { ClickFacts, FactRule } from "../rule";
import { type Reached, reachedCreatorCap, reachedDailyCap } from "../spending";

type Limit = Pick<FactRule, "signal" | "category" | "describe"> & { find: typeof reachedDailyCap };

const limits: Limit[] = [
  {
    signal: "daily_cap",
    category: "Daily limit reached",
    describe: () =>
      t`Clicks are not paid once the clicks of the same UTC day have used up the campaign's daily limit.`,
    find: reachedDailyCap,
  },
  {
    signal: "creator_cap",
    category: "Limit per creator reached",
    describe: () =>
      t`Clicks are not paid once the creator's clicks have used up the campaign's limit per creator.`,
    find: reachedCreatorCap,
  },
];

/**
 * The developer's limits on spending. Clicks claim from a limit as they claim from the budget, so no
 * limit is overrun.
 *
 * Who profits: the developer, who could lower a limit to take back clicks that were already made. A
 * click is judged by the limits that were in force when it was made.
 */
export const overLimit: readonly FactRule[] = limits.map(({ find, ...rule }) => ({
  ...rule,
  appliesTo: "claiming clicks",
  needs: () => [],
  judge: (click, { campaign }) => makeEvidence(findReached(find, click, campaign)),
}));

function findReached(
  find: Limit["find"],
  { at, creatorId }: ClickToJudge,
  campaign: ClickFacts["campaign"],
): Reached | null {
  const { spending } = campaign;
  const costMicros = sumCosts([costAt(campaign, at)]);
  return spending && find(spending, { at, creatorId, costMicros });
}

function makeEvidence(reached: Reached | null) {
  if (!reached) return null;
  const { limitMicros, claimedMicros } = reached;
  return { limit: formatExactDollars(limitMicros), claimed: formatExactDollars(claimedMicros) };
}
