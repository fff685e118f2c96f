import { isExcused } from "../excused-address";
import type { AddressCheck } from "../rule";

/**
 * An open proxy by a published list, or a range that an operator has denied
 * (docs/decisions/066-denied-ranges-are-proxies.md). What an operator decided holds for relays too.
 */
export const proxy: AddressCheck = {
  signal: "proxy",
  category: "Anonymised traffic",
  describe: () => "Clicks through open proxies do not count.",
  find: (click, { address }) => {
    if (address.operator?.effect === "deny") {
      const { range, date } = address.operator;
      return { list: "operators", range, date };
    }
    return isExcused(click, address) ? null : (address.proxy ?? null);
  },
};
