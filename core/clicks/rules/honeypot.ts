import { t } from "../../language/t";
import type { Check } from "../rule";

/**
 * The device recently followed an invisible link. At an address that many people share only a cookie
 * identifies a device: its looks would be those of hundreds of equal phones.
 *
 * Who profits: a rival, who sends one request to the honeypot from where a creator's visitors are.
 * That marks the rival's own device, and no other that keeps a cookie or looks different.
 */
export const honeypot: Check = {
  signal: "honeypot",
  category: "Bot traffic",
  describe: ({ honeypotHours }) =>
    t`Clicks from devices that followed a link which people cannot see are invalid for ${honeypotHours} hours.`,
  find: ({ device }, { marked, onSharedNetwork }) =>
    marked.includes("device") && (device !== null || !onSharedNetwork) ? { by: "device" } : null,
};

/**
 * Another device at the address recently followed an invisible link. A program that changes its
 * looks is another device with every request.
 *
 * Who profits: a rival at the same address. What the rule holds can still be paid, and it holds
 * nothing at an address that is known to be shared.
 */
export const honeypotAddress: Check = {
  signal: "honeypot_address",
  category: "Bot traffic",
  soft: true,
  describe: ({ honeypotHours }) =>
    t`Clicks from an IP address where another device followed a link that people cannot see are held for review for ${honeypotHours} hours, unless many people are known to share the address.`,
  find: (_click, { marked, onSharedNetwork }) =>
    marked.includes("address") && !marked.includes("device") && !onSharedNetwork
      ? { by: "address" }
      : null,
};
