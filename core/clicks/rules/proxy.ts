import { isExcused } from "../excused-address";
import type { AddressCheck } from "../rule";

/**
 * An open proxy by a published list, or a range that an operator has denied
 * (docs/decisions/066-denied-ranges-are-proxies.md). A denied range also applies to relays.
 */
export const proxy: AddressCheck = {
  signal: "proxy",
  category: "Anonymised traffic",
  describe: () => "Clicks through open proxies are invalid.",
  find: (click, { address }) => {
    if (address.operator?.effect === "deny") {
      const { range, date } = address.operator;
      return { list: "operators", range, date };
    }
    return isExcused(click, address) ? null : (address.proxy ?? null);
  },
};
