import { isExcused } from "../excused-address";
import type { AddressCheck } from "../rule";

/** A VPN provider's address: people use one, and so do those who sell clicks. */
export const vpn: AddressCheck = {
  signal: "vpn",
  category: "VPN traffic",
  describe: () => "Clicks through a VPN wait until an operator has looked at them.",
  find: (click, { address }) => (isExcused(click, address) ? null : (address.vpn ?? null)),
};
