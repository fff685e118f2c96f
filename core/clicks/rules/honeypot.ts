import { t } from "../../language/t";
import type { Check } from "../rule";

/**
 * The device recently followed an invisible link. Only a cookie identifies a device: its looks could be
 * those of hundreds of equal phones, or of a class on equal Chromebooks.
 *
 * Who profits: a rival, who sends one request to the honeypot from where a creator's visitors are.
 * That marks the rival's own device, and no other.
 */
export const honeypot: Check = {
  signal: "honeypot",
  category: "Bot traffic",
  describe: ({ honeypotHours }) =>
    t`Clicks from devices that followed a link which people cannot see are invalid for ${honeypotHours} hours.`,
  find: ({ device }, { marked }) =>
    device !== null && marked.includes("device") ? { by: "device" } : null,
};

/**
 * Another device at the address recently followed an invisible link, or one that looks the same. A
 * program that changes its looks is another device with every request.
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
  find: ({ device }, { marked, onSharedNetwork }) => {
    const isOwn = device !== null && marked.includes("device");
    if (isOwn || marked.length === 0 || onSharedNetwork) return null;
    return { by: marked.includes("device") ? "looks" : "address" };
  },
};
