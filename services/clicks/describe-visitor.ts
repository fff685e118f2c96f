import { withoutHarmlessWords } from "@fairclick/core/clicks/in-app-browser";
import Bowser from "bowser";
import { LRUCache } from "lru-cache";

export type VisitorDescription = { deviceClass: string; browser: string };

/** What more than a few people use. Everything else is 'Other', so that the statistics stay short. */
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

/** Visitors' user agents repeat; reading one takes dozens of regular expressions. */
const known = new LRUCache<string, VisitorDescription>({ max: 20_000 });

/** A few words on what a visitor used; 'unknown' where nothing says so. */
export function describeVisitor(userAgent: string | null): VisitorDescription {
  if (!userAgent) return { deviceClass: "unknown", browser: "unknown" };
  const found = known.get(userAgent);
  if (found) return found;
  const description = read(userAgent);
  known.set(userAgent, description);
  return description;
}

function read(userAgent: string): VisitorDescription {
  const { browser, platform } = Bowser.parse(userAgent);
  const inApp = withoutHarmlessWords(userAgent).inApp;
  return {
    deviceClass: deviceClasses.get(platform.type ?? "") ?? "other",
    browser: inApp ? "In an app" : (families.get(browser.name ?? "") ?? "Other"),
  };
}
