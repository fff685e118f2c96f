import { t } from "../../language/t";
import { addressEvidence } from "../address-evidence";
import type { AddressCheck } from "../rule";

/**
 * An address of a VPN provider, used by real visitors and by click sellers.
 *
 * Who profits: the developer. People use VPNs too, so the click waits for an operator.
 */
export const vpn: AddressCheck = {
  signal: "vpn",
  category: "VPN traffic",
  soft: true,
  describe: () => t`Clicks through a VPN are held for review.`,
  find: (click, known) => addressEvidence("vpn", click, known),
};
