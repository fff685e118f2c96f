import { t } from "../../language/t";
import type { Shared } from "../facts";
import type { FactRule } from "../rule";
import { isRepeat } from "../signal";
import { describeSharedNumber, findBusyAddress, needsOfBusyAddress } from "./busy-address";

const sameAddress: Shared = { key: "ipKey", within: "campaign" };

/**
 * An address with many recent paid clicks in the campaign. Ignores repeats, which are invalid anyway.
 *
 * Who profits: a rival at the same address, who uses up its number. Further clicks are held, not refused.
 */
export const ipDaily: FactRule = {
  signal: "ip_daily",
  category: "Too many clicks in a day",
  soft: true,
  describe: ({ addressClicks, addressHours }) =>
    t`After ${addressClicks} paid clicks from one IP address in ${addressHours} hours in a campaign, further clicks are held for review.`,
  describeShared: describeSharedNumber,
  appliesTo: "payable clicks",
  needs: (policy) => needsOfBusyAddress(sameAddress, policy),
  judge: (click, facts) =>
    isRepeat(facts.found) ? null : findBusyAddress(click, sameAddress, facts),
};
