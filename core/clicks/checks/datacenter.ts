import type { AddressCheck } from "../check";
import { isExcused } from "../excused-address";

/** A network that hosts servers: people do not play games there. */
export const datacenter: AddressCheck = {
  signal: "datacenter",
  find: (click, { address }) => (isExcused(click, address) ? null : (address.datacenter ?? null)),
};
