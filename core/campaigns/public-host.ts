import ipaddr from "ipaddr.js";
import { isSpoofingHost } from "./host-scripts";

/**
 * `not_public`: a private or reserved address. `spoofing`: a name that mixes alphabets or imitates
 * Latin letters.
 */
export type HostProblem = "not_public" | "spoofing";

/** Top-level names that no public website has (RFC 2606, 6761, 6762, 7686, 8375, 9476), and those of private networks. */
const privateNames = new Set([
  ...[
    "localhost",
    "local",
    "localdomain",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
  ],
  ...["test", "invalid", "onion", "alt", "arpa"],
]);

/** Globally routed IPv6 addresses are in 2000::/3; all others are special-purpose. */
const globalIpv6 = ipaddr.parseCIDR("2000::/3");

/**
 * Returns why a URL does not lead to a public website, or null if it may. Parses the URL as browsers
 * do (`new URL`), so every notation of an address is covered. Does not resolve the name, because its
 * target can change at any time.
 */
export function findHostProblem(url: string): HostProblem | null {
  const host = parseHost(url);
  const address = host.replace(/^\[(.*)\]$/, "$1");
  if (ipaddr.isValid(address)) return isPublicAddress(address) ? null : "not_public";
  const labels = host.split(".");
  if (labels.length < 2 || privateNames.has(labels.at(-1) ?? "")) return "not_public";
  return isSpoofingHost(host) ? "spoofing" : null;
}

/** Returns the host of a URL in lower case, without port and trailing dot. Throws if the URL is invalid. */
export function parseHost(url: string): string {
  return new URL(url).hostname.toLowerCase().replace(/\.$/, "");
}

function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return (
    address.kind() === "ipv4" || (address as ipaddr.IPv6).match(globalIpv6 as [ipaddr.IPv6, number])
  );
}
