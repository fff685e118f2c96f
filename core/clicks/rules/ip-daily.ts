import { t } from "../../language/t";
import type { Shared } from "../facts";
import {
  countAfter,
  type FactRule,
  HOUR_MS,
  leastAddressClicks,
  MAX_COUNTED_CLICKS,
  maxAddressClicks,
  usesSharedNumber,
} from "../rule";
import { isRepeat } from "../signal";

const sameAddressAndCreator: Shared = { key: "ipKey", within: "creator" };

/**
 * An address with as many recent paid clicks on the links of one creator as it may have: a click farm
 * spreads its clicks over the creator's campaigns. Ignores repeats, which are not paid anyway.
 *
 * Who profits: nobody. Only paid clicks use up the number, and they were paid to the same creator. A
 * rival's own links have a number of their own. Further clicks are held, not refused.
 */
export const ipDaily: FactRule = {
  signal: "ip_daily",
  category: "Too many clicks in a day",
  soft: true,
  describe: ({ addressClicks, addressHours }) =>
    t`After ${addressClicks} paid clicks from one IP address in ${addressHours} hours on all campaigns of a creator, further clicks are held for review.`,
  describeShared: ({ shared, addressHours }) => {
    const { addressClicks, addressPermille, mostAddressClicks } = shared;
    return t`From a shared address, ${addressClicks} clicks are paid in ${addressHours} hours. If ${addressPermille / 10}% of the link's valid clicks from addresses that are not shared is more, that many are paid, at most ${mostAddressClicks}.`;
  },
  appliesTo: "payable clicks",
  needs: (policy) => {
    const beforeMs = HOUR_MS * policy.addressHours;
    const { addressClicks, mostAddressClicks } = policy.shared;
    const nearest = Math.max(
      policy.addressClicks,
      addressClicks,
      mostAddressClicks,
      MAX_COUNTED_CLICKS,
    );
    return [
      {
        kind: "neighbours",
        among: "valid",
        ...sameAddressAndCreator,
        beforeMs,
        afterMs: 0,
        nearest,
      },
      {
        kind: "paid of link",
        beforeMs,
        above: leastAddressClicks(policy),
        shared: sameAddressAndCreator,
        signal: "shared_network",
      },
    ];
  },
  judge: (click, facts) => {
    if (isRepeat(facts.found)) return null;
    const { history, policy } = facts;
    const hours = policy.addressHours;
    const before = history.valid(click, sameAddressAndCreator);
    const paid = countAfter(before, click.at - HOUR_MS * hours, click.at);
    if (paid < leastAddressClicks(policy)) return null;
    const most = maxAddressClicks(click, facts);
    if (paid < most) return null;
    const clicks = Math.min(paid, Math.max(most, MAX_COUNTED_CLICKS)) + 1;
    return { clicks, hours, ...(usesSharedNumber(facts) ? { shared: true } : {}) };
  },
};
