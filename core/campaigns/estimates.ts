import { plural, t } from "../language/t";
import { type Audience, audienceDevice } from "./audience";
import { type CampaignStatus, isOver } from "./status";

/** With fewer judged clicks, no share of clicks that counted is shown. */
export const ENOUGH_JUDGED_CLICKS = 100;

/** A campaign that has run for less than this has no rate yet. */
const MIN_RUNNING_HOURS = 1;

type Spending = {
  /** What is left of the budget, without what held clicks claim. */
  leftMicros: bigint;
  daySpentMicros: bigint;
  /** Hours of the last 24 in which the campaign ran. */
  dayHours: number;
};

/**
 * Returns how many days the rest of a budget lasts if it is spent as in the last 24 hours, with one
 * decimal; null if nothing was spent or the campaign has only begun.
 */
export function budgetDays({ leftMicros, daySpentMicros, dayHours }: Spending): number | null {
  if (daySpentMicros <= 0n || dayHours < MIN_RUNNING_HOURS) return null;
  const hours = Math.min(dayHours, 24);
  const days = (Number(leftMicros) / Number(daySpentMicros)) * (hours / 24);
  return Math.round(Math.max(0, days) * 10) / 10;
}

/** The last moment that a campaign pays. Its day is shown as the end: on that of `endDate` it pays no more. */
export const lastMoment = (endDate: string | Date) => new Date(new Date(endDate).getTime() - 1);

/** Describes the time from a click to its verdict: in tens of seconds, from a minute on in minutes. */
export function describeWait(seconds: number): string {
  const tens = Math.max(10, Math.round(seconds / 10) * 10);
  return tens < 60 ? t`${tens} seconds` : plural(Math.round(seconds / 60), "# minute", "# minutes");
}

const DAY_MS = 86_400_000;
const LONG_DAYS = 365;

type Lasting = {
  status: CampaignStatus;
  standing: { budgetDays: number | null };
  /** ISO time. */
  endDate: string;
};

/**
 * Describes how long the budget lasts at today's rate, at most until the campaign's end, to its developer
 * and to creators alike; null if nothing can be said yet, and for a campaign that is over.
 */
export function describeBudgetLasts(campaign: Lasting, now: Date): string | null {
  const { status, standing, endDate } = campaign;
  if (isOver(status)) return null;
  if (status === "EXHAUSTED") return t`Used up`;
  const { budgetDays: days } = standing;
  if (days === null) return null;
  if (days >= (Date.parse(endDate) - now.getTime()) / DAY_MS) return t`Until the campaign ends`;
  if (days < 1 / 24) return t`Less than an hour at today's rate`;
  if (days < 1)
    return t`About ${plural(Math.round(days * 24), "# hour", "# hours")} at today's rate`;
  if (days > LONG_DAYS) return t`Over a year at today's rate`;
  return t`About ${plural(Math.round(days), "# day", "# days")} at today's rate`;
}

/** Returns the share of judged clicks that were paid, in percent; null if too few were judged. */
export function countedPercent(clicks: {
  valid: bigint;
  invalid: bigint;
  unpaid: bigint;
}): number | null {
  const judged = clicks.valid + clicks.invalid + clicks.unpaid;
  if (judged < ENOUGH_JUDGED_CLICKS) return null;
  return Number((clicks.valid * 100n) / judged);
}

/** Returns clicks per hundred impressions, with two decimals. Null without impressions. */
export function clickThroughRate(clicks: bigint, impressions: bigint): number | null {
  if (impressions <= 0n) return null;
  return Number((clicks * 10_000n + impressions / 2n) / impressions) / 100;
}

/** Returns the average cost of a valid click in micros, rounded down. Null without valid clicks. */
export function costPerClickMicros(paidMicros: bigint, validClicks: bigint): bigint | null {
  return validClicks > 0n ? paidMicros / validClicks : null;
}

export const HISTORY_DAYS = 30;
export const ENOUGH_OWN_CLICKS = 100;
export const ESTIMATED_CLICKS = 1_000n;

/** A creator's own recent clicks, counted once by country and once by device. */
export type OwnHistory = {
  valid: number;
  invalid: number;
  countries: ReadonlyMap<string, number>;
  devices: ReadonlyMap<string, number>;
};

export type EstimatedCampaign = {
  payoutMicros: bigint;
  audience: Audience;
  /** The most that one creator can earn; null without a limit. */
  creatorCapMicros: bigint | null;
};

/**
 * Estimates what 1,000 more clicks like a creator's recent ones would earn in a campaign: the price, times
 * the valid share of the judged clicks, times the shares of valid clicks from the campaign's countries and
 * devices. Returns null for fewer than `ENOUGH_OWN_CLICKS` judged clicks.
 */
export function estimateEarnings(
  { payoutMicros, audience, creatorCapMicros }: EstimatedCampaign,
  { valid, invalid, countries, devices }: OwnHistory,
): bigint | null {
  const judged = valid + invalid;
  if (judged < ENOUGH_OWN_CLICKS) return null;
  const share =
    (valid / judged) *
    (audience.countries === null
      ? 1
      : shareInside(countries, (value) => audience.countries?.includes(value) ?? false)) *
    (audience.devices === null
      ? 1
      : shareInside(devices, (value) => {
          const device = audienceDevice(value);
          return device !== null && (audience.devices?.includes(device) ?? false);
        }));
  const micros = BigInt(Math.round(Number(payoutMicros * ESTIMATED_CLICKS) * share));
  return creatorCapMicros !== null && creatorCapMicros < micros ? creatorCapMicros : micros;
}

function shareInside(
  clicks: ReadonlyMap<string, number>,
  isIn: (value: string) => boolean,
): number {
  let all = 0;
  let inside = 0;
  for (const [value, count] of clicks) {
    all += count;
    if (isIn(value)) inside += count;
  }
  return all === 0 ? 0 : inside / all;
}

/** Orders of the list of campaigns: the latest, the highest price, the most budget left, the best fit first. */
export const marketOrders = ["newest", "price", "budget", "fit"] as const;
export type MarketOrder = (typeof marketOrders)[number];
