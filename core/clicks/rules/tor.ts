import { addressEvidence } from "../decide-address";
import type { AddressCheck } from "../rule";

/** A Tor exit: its visitors cannot be told apart. */
export const tor: AddressCheck = {
  signal: "tor",
  category: "Anonymised traffic",
  describe: () => "Clicks from Tor exits are invalid.",
  find: (click, known) => addressEvidence("tor", click, known),
};
