import { describe, expect, it } from "vitest";
import { findSignals } from "../checks";
import type { Click } from "../click";
import { policy } from "../release-policy";
import { decideVerdict } from "../spending";
import { anonymousContext, newClick } from "../testing/new-click";
import { likelyBrowsersOfPeople } from "../testing/user-agents";
import { findInAppBrowser } from "../user-agent";
import { bareBrowser } from "./requests";

const bare: Partial<Click> = {
  acceptLanguage: null,
  secFetchDest: null,
  secFetchMode: null,
  secFetchSite: null,
  secChUa: null,
  secChUaMobile: null,
  secChUaPlatform: null,
};
const find = (change: Partial<Click>) =>
  bareBrowser.find(newClick({ ...bare, ...change }), anonymousContext);
const desktop = (platform: string, rest: string) =>
  `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;
const windows = "Windows NT 10.0; Win64; x64";

describe("bareBrowser", () => {
  it.each([
    desktop(windows, "Chrome/128.0.0.0 Safari/537.36"),
    desktop(windows, "Chrome/89.0.4389.90 Safari/537.36"),
    desktop("Macintosh; Intel Mac OS X 10_15_7", "Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0"),
    desktop("X11; Linux x86_64", "Chrome/120.0.0.0 Safari/537.36 OPR/106.0.0.0"),
    desktop("Linux; Android 10; K", "Chrome/128.0.0.0 Mobile Safari/537.36"),
  ])("finds a program that copied only a user agent: %s", (userAgent) => {
    expect(find({ userAgent })).not.toBeNull();
    expect(find({ userAgent, acceptLanguage: "", secChUa: "" })).not.toBeNull();
  });

  it("holds the click, because the developer would profit from refusing a person", () => {
    const found = findSignals(newClick(bare), anonymousContext).map(({ signal }) => signal);
    expect(decideVerdict(found, policy.effects)).toMatchObject({
      verdict: "held",
      reason: "bare_browser",
    });
  });

  it.each([
    ["connects without encryption", { secure: false }],
    ["filters all but the languages", { acceptLanguage: "de" }],
    ["filters all but the Fetch metadata", { secFetchMode: "navigate" }],
    ["filters all but one client hint", { secChUaMobile: "?1" }],
  ])("pays a person who %s", (_what, change) => {
    expect(find(change)).toBeNull();
  });

  it.each([
    ...likelyBrowsersOfPeople.filter((userAgent) => findInAppBrowser(userAgent) !== null),
    desktop(windows, "Chrome/88.0.4324.190 Safari/537.36"),
    desktop("Windows NT 6.1", "Chrome/49.0.2623.112 Safari/537.36"),
    desktop("Linux; Android 13; SM-A536B; wv", "Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36"),
    desktop("Linux; Android 10; K", "SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36"),
    desktop(
      "Linux; Android 12; V2111",
      "Chrome/100.0.4896.58 UCBrowser/13.4.0 Mobile Safari/537.36",
    ),
    desktop("Web0S; Linux/SmartTV", "Chrome/94.0.4606.128 Safari/537.36 WebAppManager"),
    desktop(windows, "Slack/4.40 Chrome/128.0.0.0 Electron/32.1.0 Safari/537.36"),
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15",
  ])("pays for browsers that may send none of it: %s", (userAgent) => {
    expect(find({ userAgent })).toBeNull();
  });
});
