import type { Shared } from "../facts";
import { type FactRule, HOUR_MS, MOST_COUNTED } from "../rule";
import { countAfter } from "../timeline";
import { isRepeat } from "../visit";

const sameAddress: Shared = { key: "ipKey", within: "campaign" };

/** An address that was paid often on the campaign lately. Of a repeat, the address says nothing more. */
export const ipDaily: FactRule = {
  signal: "ip_daily",
  category: "Too many clicks in a day",
  describe: ({ addressClicks, addressHours }) =>
    `After ${addressClicks} paid clicks from one address in ${addressHours} hours in a campaign, more wait until an operator has looked.`,
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
