import type { ClickToJudge } from "./facts";
import type { Policy } from "./policy";
import { type ClickFacts, HOUR_MS } from "./rule";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export function isFromSharedAddress({ signals }: Pick<ClickToJudge, "signals">): boolean {
  return signals.some(({ signal }) => signal === "shared_network");
}

/** Whether the campaign judges the click by the limits for addresses that many people share. */
export function usesSharedLimits({ campaign, found }: Pick<ClickFacts, "campaign" | "found">) {
  return campaign.clickRules === "shared-aware" && found.has("shared_network");
}

/**
 * How long a device without a cookie counts as the same device (ms). A full browser sends the cookie
 * back that its first click set, so a second click without one is, at a shared address, most
 * probably of another machine: only the time that a response takes is left.
 */
export function weakDeviceMs(facts: Pick<ClickFacts, "campaign" | "found" | "policy">): number {
  const { weakDeviceHours, shared } = facts.policy;
  if (!usesSharedLimits(facts)) return HOUR_MS * weakDeviceHours;
  return facts.found.get("shared_network")?.evidence.fullBrowser === true
    ? SECOND_MS * shared.fullBrowserSeconds
    : MINUTE_MS * shared.weakDeviceMinutes;
}

/** The fewest paid clicks of an address that can make further ones be held. */
export function leastAddressClicks({ addressClicks, shared }: Policy): number {
  return Math.min(addressClicks, shared.addressClicks);
}

/**
 * Paid clicks of the click's address within `addressHours` before further ones are held. Of a shared
 * address it grows with the link's valid clicks from other addresses. Refused and held clicks cost a
 * farm nothing, and a farm of modems has hundreds of shared addresses a day: neither lifts it.
 */
export function maxAddressClicks(click: ClickToJudge, facts: ClickFacts): number {
  const { history, policy } = facts;
  const { addressClicks, addressHours, shared } = policy;
  if (!usesSharedLimits(facts)) return addressClicks;
  const unshared = history.unsharedOfLink(click, HOUR_MS * addressHours);
  const share = Math.floor((unshared * shared.addressPermille) / 1_000);
  return Math.max(shared.addressClicks, Math.min(share, shared.mostAddressClicks));
}
