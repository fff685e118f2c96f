import { isProxiedBrowser } from "../../ip/browser-proxies";
import type { AddressFacts, Listed } from "../../ip/ip-data";
import type { AddressCheck } from "../rule";

/**
 * A relay that real people use: iCloud Private Relay, or a browser that fetches through its maker's
 * servers. It only notes a fact. Other lists do not apply to its addresses: public VPN lists contain
 * nearly all of Private Relay.
 */
export const relay: AddressCheck = {
  signal: "relay",
  category: "Private relay",
  describe: () => "Clicks through private relays count, because real people use them.",
  find: ({ userAgent }, { address }) => findRelay(address, userAgent),
};

export function findRelay(address: AddressFacts, userAgent: string | null): Listed | null {
  if (address.relay) return address.relay;
  const { browserProxy } = address;
  return browserProxy && isProxiedBrowser(browserProxy.list, userAgent) ? browserProxy : null;
}
