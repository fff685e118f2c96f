import { isBrowserOf } from "../../ip/browser-proxies";
import type { AddressFacts, Listed } from "../../ip/ip-data";
import type { AddressCheck } from "../rule";

/**
 * A relay that real people use: iCloud Private Relay, or a browser that fetches through its maker's
 * servers. It is a fact and refuses nothing, and what other lists say of its addresses is void:
 * public VPN lists contain nearly all of Private Relay.
 */
export const relay: AddressCheck = {
  signal: "relay",
  category: "Private relay",
  describe: () => "Private relays are used by real people: their clicks count.",
  find: ({ userAgent }, { address }) => findRelay(address, userAgent),
};

export function findRelay(address: AddressFacts, userAgent: string | null): Listed | null {
  if (address.relay) return address.relay;
  const { browserProxy } = address;
  return browserProxy && isBrowserOf(browserProxy.list, userAgent) ? browserProxy : null;
}
