import { addressEvidence } from "../decide-address";
import type { AddressCheck } from "../rule";

/** An address of a VPN provider, used by real visitors and by click sellers. */
export const vpn: AddressCheck = {
  signal: "vpn",
  category: "VPN traffic",
  soft: true,
  describe: () => "Clicks through a VPN are held for review.",
  find: (click, known) => addressEvidence("vpn", click, known),
};
