import { addressEvidence } from "../decide-address";
import type { AddressCheck } from "../rule";

/** A network that hosts servers, not people. */
export const datacenter: AddressCheck = {
  signal: "datacenter",
  category: "Data-centre traffic",
  describe: () => "Clicks from data centres are invalid.",
  find: (click, known) => addressEvidence("datacenter", click, known),
};
