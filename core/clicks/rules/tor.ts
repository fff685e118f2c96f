import { t } from "../../language/t";
import { addressEvidence } from "../address-evidence";
import type { AddressCheck } from "../rule";

/**
 * A Tor exit: its visitors cannot be told apart.
 *
 * Who profits: the developer. Neither developers nor creators can put an address on a published list,
 * and an operator can excuse a range.
 */
export const tor: AddressCheck = {
  signal: "tor",
  category: "Anonymised traffic",
  soft: true,
  describe: () => t`Clicks from Tor exits are invalid.`,
  find: (click, known) => addressEvidence("tor", click, known),
};
