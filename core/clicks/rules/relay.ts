import { t } from "../../language/t";
import { findRelay } from "../address-evidence";
import type { AddressCheck } from "../rule";

/**
 * A relay that real people use: iCloud Private Relay, or a browser that fetches through its maker's
 * servers. It only notes a fact. Other lists do not apply to its addresses: public VPN lists contain
 * nearly all of Private Relay.
 *
 * Who profits: nobody, because it refuses nothing. A farm behind a relay is found by the limits per
 * device and campaign.
 */
export const relay: AddressCheck = {
  signal: "relay",
  category: "Private relay",
  describe: () => t`Clicks through private relays count, because real people use them.`,
  find: ({ userAgent }, { address }) => findRelay(address, userAgent),
};
