import { type Audience, audienceDevice } from "./audience";

export const HISTORY_DAYS = 30;
/** Judged clicks that a creator needs for an estimate. */
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
