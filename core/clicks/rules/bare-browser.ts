import { t } from "../../language/t";
import type { Click } from "../click";
import type { Check } from "../rule";
import { findInAppBrowser } from "../user-agent";

/** Chrome, Edge and Opera in their own words. Browsers that telephone makers and apps build may leave headers out. */
const chromium =
  /^Mozilla\/5\.0 \((?:Windows NT|Macintosh;|X11; (?:Linux|CrOS)|Linux; Android)[^)]*\) AppleWebKit\/537\.36 \(KHTML, like Gecko\) Chrome\/(\d{2,4})[\d.]* (?:Mobile )?Safari\/537\.36(?: (?:Edg|EdgA|OPR)\/[\d.]+)?$/;

/** The first Chromium that sends client hints with every request over https. */
const FIRST_WITH_HINTS = 89;

/**
 * A program that copied only the user agent of a browser. Over https, a current Chromium sends client
 * hints, Fetch metadata and its languages; a setting or a filter may remove one of them, nothing usual
 * removes all. The developer profits from a refusal, so the click waits for an operator.
 */
export const bareBrowser: Check = {
  signal: "bare_browser",
  category: "Bot traffic",
  soft: true,
  describe: () =>
    t`Clicks that name a current browser, but lack all that it sends with every request, are held for review.`,
  find: (click) => {
    if (!click.secure || !click.userAgent || !isBare(click)) return null;
    const version = Number(chromium.exec(click.userAgent)?.[1] ?? 0);
    if (version < FIRST_WITH_HINTS || findInAppBrowser(click.userAgent)) return null;
    return { chromium: version };
  },
};

function isBare(click: Click): boolean {
  return !(
    click.acceptLanguage ||
    click.secFetchDest ||
    click.secFetchMode ||
    click.secFetchSite ||
    click.secChUa ||
    click.secChUaMobile ||
    click.secChUaPlatform
  );
}
