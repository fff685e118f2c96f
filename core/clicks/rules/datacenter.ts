import { t } from "../../language/t";
import { addressEvidence } from "../address-evidence";
import type { AddressCheck } from "../rule";

/**
 * A network that hosts servers, not people.
 *
 * Who profits: the developer. Neither developers nor creators can put an address on a provider's own
 * list or into the book of hosters, and an operator can excuse a range.
 */
export const datacenter: AddressCheck = {
  signal: "datacenter",
  category: "Data-centre traffic",
  describe: () => t`Clicks from data centres are invalid.`,
  find: (click, known) => addressEvidence("datacenter", click, known),
};

/**
 * A network that is a hoster's by its registered name or a third party's list; people were found in some.
 *
 * Who profits: the developer. The click waits for an operator, or for its player to return.
 */
export const hosting: AddressCheck = {
  signal: "hosting",
  category: "Data-centre traffic",
  soft: true,
  describe: () =>
    t`Clicks from networks that seem to be data centres only by their name or by one public list are held for review.`,
  find: (click, known) => addressEvidence("hosting", click, known),
};
