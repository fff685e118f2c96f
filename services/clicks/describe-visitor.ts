import { findInAppBrowser } from "@fairclick/core/clicks/user-agent";
import { memoize } from "@fairclick/core/memory";
import Bowser from "bowser";

export type VisitorDescription = { deviceClass: string; browser: string };

/** Common names. Everything else is 'Other', so that the statistics stay short. */
const families: ReadonlyMap<string, string> = new Map([
  ["Chrome", "Chrome"],
  ["Chromium", "Chrome"],
  ["Safari", "Safari"],
  ["Firefox", "Firefox"],
  ["Focus", "Firefox"],
  ["Microsoft Edge", "Edge"],
  ["Opera", "Opera"],
  ["Samsung Internet for Android", "Samsung Internet"],
  ["Android Browser", "Android Browser"],
  ["UC Browser", "UC Browser"],
  ["Yandex Browser", "Yandex"],
  ["Vivaldi", "Vivaldi"],
  ["Brave", "Brave"],
  ["DuckDuckGo", "DuckDuckGo"],
  ["Internet Explorer", "Internet Explorer"],
]);
const deviceClasses: ReadonlyMap<string, string> = new Map([
  ["mobile", "phone"],
  ["tablet", "tablet"],
  ["desktop", "desktop"],
  ["tv", "tv"],
]);

/** Returns browser, system and kind of device; 'unknown' if the user agent does not say. */
export function describeVisitor(userAgent: string | null): VisitorDescription {
  return userAgent ? describeAddress(userAgent) : { deviceClass: "unknown", browser: "unknown" };
}

/** Their browsers name them: PlayStation, Xbox, Switch and their forerunners. */
const consoles = /playstation|xbox|nintendo/i;

const describeAddress = memoize((userAgent): VisitorDescription => {
  const { browser, platform } = Bowser.parse(userAgent);
  const inApp = findInAppBrowser(userAgent) !== null;
  return {
    deviceClass: consoles.test(userAgent)
      ? "console"
      : (deviceClasses.get(platform.type ?? "") ?? "other"),
    browser: inApp ? "In an app" : (families.get(browser.name ?? "") ?? "Other"),
  };
});
