import { t } from "../../language/t";
import { addressEvidence, findRelay } from "../address-evidence";
import type { AddressCheck } from "../rule";
import { findInAppBrowser } from "../user-agent";

/**
 * A relay that real people use: iCloud Private Relay, or a browser that fetches through its maker's
 * servers. It only notes a fact. Other lists do not apply to its addresses: public VPN lists contain
 * nearly all of Private Relay.
 *
 * Who profits: nobody, because it refuses nothing. A farm behind a relay is found by the limits per
 * device and campaign.
 */
export const relay: AddressCheck = {
  signal: "relay",
  category: "Private relay",
  describe: () => t`Clicks through private relays count, because real people use them.`,
  find: ({ userAgent }, { address }) => findRelay(address, userAgent),
};

/**
 * An address that many people are known to share, with by what it is known: an operator's range, or
 * the AS of a carrier or campus. It is only noted; campaigns choose whether other limits follow from it.
 *
 * Who profits: nobody is refused by it; a farm that is known as shared would get higher limits. Data
 * alone therefore excuses nobody from the daily limits (`isVouchedFor`).
 */
export const sharedNetwork: AddressCheck = {
  signal: "shared_network",
  category: "Shared network",
  describe: () =>
    t`Addresses that many people are known to share are noted: those of mobile carriers and campuses, and those that an operator declares shared. Shared-aware campaigns judge them by other limits.`,
  find: (click, known) => {
    const evidence = addressEvidence("shared_network", click, known);
    return evidence && { ...evidence, fullBrowser: isFullBrowser(click.userAgent) };
  },
};

/** Not an app's browser, many of which keep no cookies. */
function isFullBrowser(userAgent: string | null): boolean {
  return userAgent !== null && findInAppBrowser(userAgent) === null;
}

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
const hosting: AddressCheck = {
  signal: "hosting",
  category: "Data-centre traffic",
  soft: true,
  describe: () =>
    t`Clicks from networks that seem to be data centres only by their name or by one public list are held for review.`,
  find: (click, known) => addressEvidence("hosting", click, known),
};

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

/**
 * An address of a VPN provider, used by real visitors and by click sellers.
 *
 * Who profits: the developer. People use VPNs too, so the click waits for an operator.
 */
export const vpn: AddressCheck = {
  signal: "vpn",
  category: "VPN traffic",
  soft: true,
  describe: () => t`Clicks through a VPN are held for review.`,
  find: (click, known) => addressEvidence("vpn", click, known),
};

/** The rules about ip addresses, in deciding order. */
export const addressChecks: readonly AddressCheck[] = [
  relay,
  sharedNetwork,
  tor,
  datacenter,
  hosting,
  proxy,
  vpn,
];
