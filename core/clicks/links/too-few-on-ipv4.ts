import { mixedLowerTail } from "./mixed-tail";

/**
 * Assumed, not measured: inside an honest link, the rates of IPv4 and IPv6 visitors differ by this
 * standard deviation of the logarithm of their ratio.
 */
export const FAMILY_SPREAD = 0.15;

type Conversions = { clicks: number; conversions: number };

/**
 * Returns how probable it is that so few of an honest link's conversions come from its IPv4 clicks.
 *
 * Null hypothesis: visitors of both kinds convert alike, but for the assumed spread. Given the sum of
 * the conversions, those of IPv4 are then binomial with the share of the IPv4 clicks; the exact
 * conditional distribution is narrower still. Needs no rate of the campaign: the farm's residential
 * proxies are IPv4, and the link's own IPv6 visitors are people.
 */
export function fewOnIpv4Probability({
  ipv4,
  ipv6,
}: {
  ipv4: Conversions;
  ipv6: Conversions;
}): number {
  const odds = ipv4.clicks / ipv6.clicks;
  if (!Number.isFinite(odds)) return 1;
  return mixedLowerTail({
    successes: ipv4.conversions,
    trials: ipv4.conversions + ipv6.conversions,
    probabilityAt: (z) => 1 / (1 + 1 / (odds * Math.exp(FAMILY_SPREAD * z))),
  });
}
