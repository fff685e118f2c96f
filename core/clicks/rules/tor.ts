import { isExcused } from "../excused-address";
import type { AddressCheck } from "../rule";

/** A Tor exit: its visitors cannot be told apart. */
export const tor: AddressCheck = {
  signal: "tor",
  category: "Anonymised traffic",
  describe: () => "Clicks from Tor exits are invalid.",
  find: (click, { address }) => (isExcused(click, address) ? null : (address.tor ?? null)),
};
