import { t } from "../../language/t";
import type { RuleNumbers } from "../rule";

/** The daily number of a shared address, in a sentence. */
export function describeSharedNumber({ shared, addressHours }: RuleNumbers): string {
  const { addressClicks, addressPermille, mostAddressClicks } = shared;
  return t`From a shared address, ${addressClicks} clicks are paid in ${addressHours} hours. If ${addressPermille / 10}% of the link's valid clicks from addresses that are not shared is more, that many are paid, at most ${mostAddressClicks}.`;
}
