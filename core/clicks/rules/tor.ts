import { isExcused } from "../excused-address";
import type { AddressCheck } from "../rule";

/** A Tor exit: nobody can say who clicks there, or how often. */
export const tor: AddressCheck = {
  signal: "tor",
  category: "Anonymised traffic",
  describe: () => "Clicks from Tor exits do not count.",
  find: (click, { address }) => (isExcused(click, address) ? null : (address.tor ?? null)),
};
