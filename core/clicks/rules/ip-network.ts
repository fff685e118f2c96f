import { t } from "../../language/t";
import type { Need, Shared } from "../facts";
import type { Policy } from "../policy";
import { countAfter, type FactRule, HOUR_MS } from "../rule";
import { isRepeat, isVouchedFor } from "../signal";

/** Max counted paid clicks of a network; a network with more is always held. */
const MAX_NETWORK_CLICKS = 2_000;

/** Typical networks of one customer: a home (/56, 256 networks of /64) and a site (/48, 65,536). */
const networks: { name: string; shared: Shared }[] = [
  { name: "/56", shared: { key: "network56", within: "link" } },
  { name: "/48", shared: { key: "network48", within: "link" } },
];

/**
 * An IPv6 network that makes too many of a link's paid clicks, unless it is a relay or a campus's or an
 * operator says that many people share it. It is held and never invalid: carriers hand out /64s from pools like these.
 *
 * Who profits: nobody. Only clicks that this very link was paid for use up the network's share.
 */
export const ipNetwork: FactRule = {
  signal: "ip_network",
  category: "Too many clicks in a day",
  soft: true,
  describe: ({ networkClicks, networkPercent, addressHours }) =>
    t`After ${networkClicks} paid clicks from one IPv6 network (/48 or /56) in ${addressHours} hours, further clicks are held for review while they are over ${networkPercent}% of the link's paid clicks.`,
  appliesTo: "payable clicks",
  needs: (policy) => networks.flatMap(({ shared }) => listNeeds(shared, policy)),
  judge: (click, { found, history, policy }) => {
    if (click.ipKey === null || isRepeat(found) || isVouchedFor(found)) return null;
    const { networkClicks, networkPercent, addressHours: hours } = policy;
    for (const { name, shared } of networks) {
      const before = history.valid(click, shared);
      if (before.length < networkClicks) continue;
      const clicks = countAfter(before, click.at - HOUR_MS * hours, click.at) + 1;
      if (clicks <= networkClicks) continue;
      const ofLink = history.paidOfLink(click, HOUR_MS * hours) + 1;
      if (clicks > MAX_NETWORK_CLICKS || clicks * 100 > ofLink * networkPercent) {
        return { network: name, clicks: Math.min(clicks, MAX_NETWORK_CLICKS), ofLink, hours };
      }
    }
    return null;
  },
};

function listNeeds(shared: Shared, { addressHours, networkClicks }: Policy): Need[] {
  const beforeMs = HOUR_MS * addressHours;
  return [
    {
      kind: "neighbours",
      among: "valid",
      ...shared,
      beforeMs,
      afterMs: 0,
      nearest: MAX_NETWORK_CLICKS,
    },
    { kind: "paid of link", beforeMs, above: networkClicks, shared },
  ];
}
