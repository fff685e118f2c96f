import { formatExactDollars, MICROS_PER_CENT } from "@fairclick/core/amounts";
import { reasonCategory } from "@fairclick/core/clicks/reasons";
import { JOINED } from "@fairclick/core/conversions/report";
import type { ChaosCampaign, ChaosMarket } from "../market";
import type { Figures } from "./comparison";
import { clicksByDay, count, describeDays, earningsByDay, stamps } from "./page-words";
import { sumClicks } from "./tally";
import { countImpressions, narrow, sumConversions, type Truth } from "./truth";

/** Returns the figures of a creator's hub: the totals, and a receipt per link. */
export function describeHub(truth: Truth, { campaigns }: ChaosMarket): Figures {
  return {
    "Total Earnings": formatExactDollars(sumClicks(truth.clicks).micros),
    "Total Clicks": count(truth.clicks.length),
    "Active Links": count(campaigns.length),
    "Pending Payout": formatExactDollars(0n),
    ...joinAll(
      campaigns.map((campaign) =>
        describeReceipt(campaign.name, campaign, narrow(truth, { campaignId: campaign.id })),
      ),
    ),
  };
}

/** Returns the figures of a link's page. */
export function describeLinkPage(campaign: ChaosCampaign, truth: Truth): Figures {
  return {
    ...describeReceipt("Receipt", campaign, truth),
    Impressions: count(countImpressions(truth)),
    Conversions: count(sumConversions(truth, JOINED).conversions),
    ...clicksByDay(truth.clicks),
  };
}

function describeReceipt(section: string, { payoutMicros }: ChaosCampaign, { clicks }: Truth) {
  const { valid, invalid, held, unpaid, micros } = sumClicks(clicks);
  return {
    [`${section}: VALID`]: `${count(valid)} × ${formatExactDollars(payoutMicros)}`,
    [`${section}: INVALID`]: count(invalid),
    ...(held > 0 ? { [`${section}: HELD`]: count(held) } : {}),
    ...(unpaid > 0 ? { [`${section}: UNPAID`]: count(unpaid) } : {}),
    [`${section}: PENDING`]: "0",
    [`${section}: Earned`]: formatExactDollars(micros),
  };
}

/** Returns the figures of a creator's wallet page. */
export function describePaymentsPage(truth: Truth, { campaigns }: ChaosMarket): Figures {
  const { micros } = sumClicks(truth.clicks);
  const heldMicros = campaigns.reduce((sum, { id, payoutMicros }) => {
    const { held } = sumClicks(narrow(truth, { campaignId: id }).clicks);
    return sum + BigInt(held) * payoutMicros;
  }, 0n);
  return {
    "Wallet: Balance": formatExactDollars(0n),
    ...describeEarnings("Earnings", micros),
    "Earnings: Pending clicks": formatExactDollars(0n),
    "Earnings: Held clicks": formatExactDollars(heldMicros),
  };
}

function describeEarnings(card: string, micros: bigint): Figures {
  return {
    [`${card}: Total Earnings`]: formatExactDollars(micros),
    [`${card}: Can be withdrawn`]: formatExactDollars(micros - (micros % MICROS_PER_CENT)),
  };
}

/** Returns the figures of a creator's earnings page: by day, by campaign, and by reason. */
export function describeEarningsPage(truth: Truth, { campaigns }: ChaosMarket): Figures {
  const { micros } = sumClicks(truth.clicks);
  const byCampaign = new Map(
    campaigns.map(({ id, name }) => [name, sumClicks(narrow(truth, { campaignId: id }).clicks)]),
  );
  return {
    ...describeEarnings("Balance", micros),
    ...earningsByDay(truth.clicks),
    ...describeDays("By campaign", byCampaign, { paid: "Earned", pending: false }),
    ...joinAll(
      [...Map.groupBy(truth.clicks, nameReason)].map(([name, { length }]) =>
        name === null ? {} : { [`Why some clicks earned nothing: ${name}`]: count(length) },
      ),
    ),
  };
}

function nameReason({ verdict, reason }: Truth["clicks"][number]): string | null {
  return reason === null ? null : `${stamps[verdict]}· ${reasonCategory(reason)}`;
}

function joinAll(figures: Figures[]): Figures {
  return Object.assign({}, ...figures);
}
