import { addressEvidence } from "../decide-address";
import type { AddressCheck } from "../rule";

/**
 * A network whose addresses many people share: a range that an operator has allowed, or the network
 * of a carrier or campus by its AS.
 */
export const sharedNetwork: AddressCheck = {
  signal: "shared_network",
  category: "Shared network",
  describe: () => "Networks that many people share do not count as one visitor.",
  find: (click, known) => addressEvidence("shared_network", click, known),
};
