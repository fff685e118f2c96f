import type { SignalName } from "../signal";
import { type CampaignFunds, type Pass, type RecordedClick, takesBudget } from "./model-types";

const HOUR_MS = 3_600_000;

type Claims = { judged: Pass["judged"]; funds: CampaignFunds };

/** The limits, in force at the time of the click, that the click would overrun. */
export function findReachedLimits(click: RecordedClick, { judged, funds }: Claims): SignalName[] {
  const limits = funds.limits.filter(({ from }) => from <= click.at).at(-1);
  if (!limits) return [];
  const claimed = judged
    .filter(({ verdict }) => takesBudget(verdict))
    .map((before) => before.click)
    .filter(({ campaignId }) => campaignId === click.campaignId);
  const all = [...claimed, click];
  const cost = (clicks: RecordedClick[]) =>
    clicks.reduce((sum, { at }) => sum + costThen(funds, at), 0n);
  const dayNumber = ({ at }: { at: number }) => Math.floor(at / (24 * HOUR_MS));
  const { dailyCapMicros, creatorCapMicros } = limits;
  const found: SignalName[] = [];
  const sameDay = all.filter((other) => dayNumber(other) === dayNumber(click));
  if (dailyCapMicros !== null && cost(sameDay) > dailyCapMicros) found.push("daily_cap");
  const sameCreator = all.filter(({ creatorId }) => creatorId === click.creatorId);
  if (creatorCapMicros !== null && cost(sameCreator) > creatorCapMicros) found.push("creator_cap");
  return found;
}

export function priceThen({ prices }: CampaignFunds, at: number): bigint {
  let price = 0n;
  for (const { from, payoutMicros } of prices) if (from <= at) price = payoutMicros;
  return price;
}

/** The fee is rounded up to a whole micro. */
export function feeThen(funds: CampaignFunds, at: number): bigint {
  const parts = priceThen(funds, at) * BigInt(funds.feeBasisPoints);
  return parts / 10_000n + (parts % 10_000n === 0n ? 0n : 1n);
}

export function costThen(funds: CampaignFunds, at: number): bigint {
  return priceThen(funds, at) + feeThen(funds, at);
}
