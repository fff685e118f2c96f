import { t } from "../../language/t";
import type { Shared } from "../facts";
import type { FactRule } from "../rule";
import { isRepeat, isVouchedFor } from "../signal";
import { describeSharedNumber, findBusyAddress, needsOfBusyAddress } from "./busy-address";

const sameAddressAndCreator: Shared = { key: "ipKey", within: "creator" };

/**
 * An address with many recent paid clicks on all links of one creator together, unless it is a relay
 * or an operator says that many people share it. A click farm spreads its clicks over the creator's
 * campaigns.
 *
 * Who profits: a rival at the same address, who uses up its number. Further clicks are held, not refused.
 */
export const ipCreatorDaily: FactRule = {
  signal: "ip_creator_daily",
  category: "Too many clicks in a day",
  soft: true,
  describe: ({ addressClicks, addressHours }) =>
    t`After ${addressClicks} paid clicks from one IP address in ${addressHours} hours on all campaigns of a creator, further clicks are held for review.`,
  describeShared: describeSharedNumber,
  appliesTo: "payable clicks",
  needs: (policy) => needsOfBusyAddress(sameAddressAndCreator, policy),
  judge: (click, facts) =>
    isRepeat(facts.found) || isVouchedFor(facts.found)
      ? null
      : findBusyAddress(click, sameAddressAndCreator, facts),
};
