import { t } from "../../language/t";
import { addressEvidence } from "../address-evidence";
import type { AddressCheck } from "../rule";

/**
 * A network that hosts servers, not people.
 *
 * Who profits: the developer. Neither developers nor creators can put an address on a published list,
 * and an operator can excuse a range.
 */
export const datacenter: AddressCheck = {
  signal: "datacenter",
  category: "Data-centre traffic",
  describe: () => t`Clicks from data centres are invalid.`,
  find: (click, known) => addressEvidence("datacenter", click, known),
};
