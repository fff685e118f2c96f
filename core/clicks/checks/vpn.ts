import type { AddressCheck } from "../check";
import { isExcused } from "../excused-address";

/** A VPN provider's address: people use one, and so do those who sell clicks. */
export const vpn: AddressCheck = {
  signal: "vpn",
  find: (click, { address }) => (isExcused(click, address) ? null : (address.vpn ?? null)),
};
