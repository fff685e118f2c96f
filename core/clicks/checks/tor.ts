import type { AddressCheck } from "../check";
import { isExcused } from "../excused-address";

/** A Tor exit: nobody can say who clicks there, or how often. */
export const tor: AddressCheck = {
  signal: "tor",
  find: (click, { address }) => (isExcused(click, address) ? null : (address.tor ?? null)),
};
