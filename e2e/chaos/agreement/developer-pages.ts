import { formatExactDollars } from "@fairclick/core/amounts";
import { reasonCategory } from "@fairclick/core/clicks/reasons";
import { computePercent, JOINED } from "@fairclick/core/conversions/report";
import { type ChaosCampaign, type ChaosMarket, PURCHASE } from "../market";
import type { Figures } from "./comparison";
import { clicksByDay, count, stamps } from "./page-words";
import { countAll, sumClicks } from "./tally";
import { addFees, countImpressions, narrow, sumConversions, type Truth } from "./truth";

/** Returns the figures of a campaign's page. */
export function describeCampaignPage(
  campaign: ChaosCampaign,
  truth: Truth,
  { creators }: ChaosMarket,
): Figures {
  const { budgetMicros, payoutMicros, feeMicros } = campaign;
  const sums = sumClicks(truth.clicks);
  const { micros: spent } = sumClicks(addFees(truth.clicks));
  const price = formatExactDollars(payoutMicros + feeMicros);
  return {
    "Budget: Cost per valid click": sums.valid > 0 ? price : "N/A",
    "Budget: Reserved": formatExactDollars(budgetMicros),
    [`Budget: To creators: ${count(sums.valid)} × ${formatExactDollars(payoutMicros)}`]:
      formatExactDollars(sums.micros),
    ...(spent > sums.micros
      ? { "Budget: Fairclick's fee": formatExactDollars(spent - sums.micros) }
      : {}),
    "Budget: Left": formatExactDollars(budgetMicros - spent),
    ...describeVerdicts(truth),
    ...clicksByDay(addFees(truth.clicks)),
    ...Object.assign(
      {},
      ...creators.map(({ id, name }) => describeCreator(name, narrow(truth, { creatorId: id }))),
    ),
    ...describeEvents(truth),
  };
}

function describeVerdicts({ clicks }: Truth): Figures {
  const sums = sumClicks(clicks);
  const figures: Figures = { "Clicks: PENDING": "0" };
  for (const verdict of ["valid", "invalid", "held", "unpaid"] as const) {
    figures[`Clicks: ${stamps[verdict]}`] = count(sums[verdict]);
    const unpaid = clicks.filter((click) => click.verdict === verdict && click.reason !== null);
    for (const [category, alike] of Map.groupBy(unpaid, ({ reason }) =>
      reasonCategory(reason ?? ""),
    )) {
      figures[`Clicks: ${stamps[verdict]}, ${category}`] = count(alike.length);
    }
  }
  return figures;
}

function describeCreator(name: string, own: Truth): Figures {
  const sums = sumClicks(own.clicks);
  const joined = sumConversions(own, JOINED);
  const value = joined.valueMicros + sumConversions(own, PURCHASE).valueMicros;
  const rate = computePercent(joined.conversions, sums.valid);
  return {
    [`Links: ${name}, Clicks`]: count(countAll(sums)),
    [`Links: ${name}, Paid`]: formatExactDollars(sums.micros),
    [`Conversions: ${name}, Impressions`]: count(countImpressions(own)),
    [`Conversions: ${name}, Valid clicks`]: count(sums.valid),
    [`Conversions: ${name}, Conversions`]: `${count(joined.conversions)} (${rate === null ? "N/A" : `${rate}%`})`,
    [`Conversions: ${name}, Value`]: formatExactDollars(value),
  };
}

function describeEvents(truth: Truth): Figures {
  const [joined, bought] = [sumConversions(truth, JOINED), sumConversions(truth, PURCHASE)];
  const worth = bought.valueMicros > 0n ? `, ${formatExactDollars(bought.valueMicros)}` : "";
  return {
    "Conversions: Conversions": count(joined.conversions),
    "Conversions: Value": formatExactDollars(joined.valueMicros + bought.valueMicros),
    [`Events: ${JOINED}`]: count(joined.conversions),
    [`Events: ${PURCHASE}`]: `${count(bought.conversions)}${worth}`,
  };
}
