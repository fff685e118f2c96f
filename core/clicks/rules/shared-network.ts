import { t } from "../../language/t";
import { addressEvidence } from "../address-evidence";
import type { AddressCheck } from "../rule";
import { findInAppBrowser } from "../user-agent";

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
