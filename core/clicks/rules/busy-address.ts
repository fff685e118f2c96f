import { t } from "../../language/t";
import type { ClickToJudge, Need, Shared } from "../facts";
import type { Policy } from "../policy";
import {
  type ClickFacts,
  countAfter,
  HOUR_MS,
  leastAddressClicks,
  MAX_COUNTED_CLICKS,
  maxAddressClicks,
  type RuleNumbers,
  usesSharedNumber,
} from "../rule";
import type { Signal } from "../signal";

/** The recent paid clicks of an address, and of the click's link. */
export function needsOfBusyAddress(shared: Shared, policy: Policy): Need[] {
  const beforeMs = HOUR_MS * policy.addressHours;
  const { addressClicks, mostAddressClicks } = policy.shared;
  const nearest = Math.max(
    policy.addressClicks,
    addressClicks,
    mostAddressClicks,
    MAX_COUNTED_CLICKS,
  );
  return [
    { kind: "neighbours", among: "paid", ...shared, beforeMs, afterMs: 0, nearest },
    {
      kind: "paid of link",
      beforeMs,
      above: leastAddressClicks(policy),
      shared,
      signal: "shared_network",
    },
  ];
}

/**
 * Returns the evidence if the click's address has as many recent paid clicks as it may have. Evidence
 * counts up to the limit, or to `MAX_COUNTED_CLICKS`.
 */
export function findBusyAddress(
  click: ClickToJudge,
  shared: Shared,
  facts: ClickFacts,
): Signal["evidence"] | null {
  const { history, policy } = facts;
  const hours = policy.addressHours;
  const paid = countAfter(history.paid(click, shared), click.at - HOUR_MS * hours, click.at);
  if (paid < leastAddressClicks(policy)) return null;
  const most = maxAddressClicks(click, facts);
  if (paid < most) return null;
  const clicks = Math.min(paid, Math.max(most, MAX_COUNTED_CLICKS)) + 1;
  return { clicks, hours, ...(usesSharedNumber(facts) ? { shared: true } : {}) };
}

/** The daily number of a shared address, in a sentence. */
export function describeSharedNumber({ shared, addressHours }: RuleNumbers): string {
  const { addressClicks, addressPermille, mostAddressClicks } = shared;
  return t`From a shared address, ${addressClicks} clicks are paid in ${addressHours} hours. If ${addressPermille / 10}% of the link's valid clicks from addresses that are not shared is more, that many are paid, at most ${mostAddressClicks}.`;
}
