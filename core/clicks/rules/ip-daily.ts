import type { Shared } from "../facts";
import { type FactRule, HOUR_MS, MOST_COUNTED } from "../rule";
import { countAfter } from "../timeline";
import { isRepeat } from "../visit";

const sameAddress: Shared = { key: "ipKey", within: "campaign" };

/** An address with many recent paid clicks in the campaign. Ignores repeats, which are invalid anyway. */
export const ipDaily: FactRule = {
  signal: "ip_daily",
  category: "Too many clicks in a day",
  soft: true,
  describe: ({ addressClicks, addressHours }) =>
    `After ${addressClicks} paid clicks from one IP address in ${addressHours} hours in a campaign, further clicks are held for review.`,
  appliesTo: "payable clicks",
  needs: ({ addressClicks, addressHours }) => [
    {
      kind: "neighbours",
      among: "paid",
      ...sameAddress,
      beforeMs: HOUR_MS * addressHours,
      afterMs: 0,
      nearest: Math.max(addressClicks, MOST_COUNTED),
    },
  ],
  judge: (click, { found, history, policy }) => {
    if (isRepeat(found)) return null;
    const { addressClicks, addressHours: hours } = policy;
    const paid = countAfter(history.paid(click, sameAddress), click.at - HOUR_MS * hours, click.at);
    if (paid < addressClicks) return null;
    return { clicks: Math.min(paid, Math.max(addressClicks, MOST_COUNTED)) + 1, hours };
  },
};
