import { ipKey } from "@fairclick/core/clicks/addresses";
import { ipv6Network } from "@fairclick/core/ip/numbers";
import type { AttemptLimits, LimitName } from "./attempt-limits";

/** One customer may hold a /56 or a /48: each has a budget that many neighbours can share. */
const widerNetworks = [
  { bits: 56, times: 2 },
  { bits: 48, times: 4 },
];

/**
 * Counts one attempt from an address: IPv4 as it is, IPv6 by its /64, /56 and /48. The narrowest is
 * counted first, so that an exhausted /64 does not use up its neighbours' budget.
 */
export async function limitAddressAttempts(
  limits: Pick<AttemptLimits, "take">,
  name: Extract<LimitName, `${string}Address`>,
  ip: string,
): Promise<void> {
  await limits.take(name, ipKey(ip));
  if (!ip.includes(":")) return;
  for (const { bits, times } of widerNetworks) {
    await limits.take(name, ipv6Network(ip, bits), times);
  }
}
