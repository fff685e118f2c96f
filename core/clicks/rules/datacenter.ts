import { isExcused } from "../excused-address";
import type { AddressCheck } from "../rule";

/** A network that hosts servers: people do not play games there. */
export const datacenter: AddressCheck = {
  signal: "datacenter",
  category: "Data-centre traffic",
  describe: () => "Clicks from data centres do not count.",
  find: (click, { address }) => (isExcused(click, address) ? null : (address.datacenter ?? null)),
};
