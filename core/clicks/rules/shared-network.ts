import type { AddressCheck } from "../rule";

/**
 * A network whose addresses many people share: so far, a range that an operator has allowed. Rules
 * that count an address or network over several campaigns ignore it, as they ignore relays.
 */
export const sharedNetwork: AddressCheck = {
  signal: "shared_network",
  category: "Shared network",
  describe: () => "Networks that many people share do not count as one visitor.",
  find: (_click, { address: { operator } }) =>
    operator?.effect === "allow"
      ? { list: "operators", range: operator.range, date: operator.date }
      : null,
};
