import type { Shared } from "../facts";
import { type FactRule, HOUR_MS, MOST_COUNTED } from "../rule";
import { countAfter } from "../timeline";
import { isRepeat, isVouchedFor } from "../visit";

const sameAddressAndCreator: Shared = { key: "ipKey", within: "creator" };

/**
 * An address with many recent paid clicks on all links of one creator together, unless many people are
 * known to share it. A click farm spreads its clicks over the creator's campaigns.
 */
export const ipCreatorDaily: FactRule = {
  signal: "ip_creator_daily",
  category: "Too many clicks in a day",
  soft: true,
  describe: ({ addressClicks, addressHours }) =>
    `After ${addressClicks} paid clicks from one IP address in ${addressHours} hours on all campaigns of a creator, further clicks are held for review.`,
  appliesTo: "payable clicks",
  needs: ({ addressClicks, addressHours }) => [
    {
      kind: "neighbours",
      among: "paid",
      ...sameAddressAndCreator,
      beforeMs: HOUR_MS * addressHours,
      afterMs: 0,
      nearest: Math.max(addressClicks, MOST_COUNTED),
    },
  ],
  judge: (click, { found, history, policy }) => {
    if (isRepeat(found) || isVouchedFor(found)) return null;
    const { addressClicks, addressHours: hours } = policy;
    const before = history.paid(click, sameAddressAndCreator);
    const paid = countAfter(before, click.at - HOUR_MS * hours, click.at);
    if (paid < addressClicks) return null;
    return { clicks: Math.min(paid, Math.max(addressClicks, MOST_COUNTED)) + 1, hours };
  },
};
