import { t } from "../../language/t";
import { addressEvidence } from "../address-evidence";
import type { AddressCheck } from "../rule";

/**
 * An open proxy by a published list, or a range that an operator has denied
 * (docs/decisions/014-address-data.md). A denied range also applies to relays.
 *
 * Who profits: the developer. Neither developers nor creators can put an address on a published list,
 * and an operator can excuse a range.
 */
export const proxy: AddressCheck = {
  signal: "proxy",
  category: "Anonymised traffic",
  describe: () => t`Clicks through open proxies are invalid.`,
  find: (click, known) => addressEvidence("proxy", click, known),
};
