import { describe, expect, it } from "vitest";
import {
  browsersOfPeople,
  likelyBrowsersOfPeople,
  quotedBrowsersOfPeople,
} from "./testing/user-agents";
import { findAddition, hasBrowserForm } from "./user-agent";

const people = [...browsersOfPeople, ...quotedBrowsersOfPeople, ...likelyBrowsersOfPeople];
const desktop = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const phone = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)";

describe("hasBrowserForm", () => {
  it.each([
    ...people,
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)",
    "Mozilla/5.0 (X11; GNU/Linux) AppleWebKit/601.1 (KHTML, like Gecko) Tesla QtCarBrowser Safari/601.1",
    "Mozilla/5.0 (Linux; Tizen 3.0; SAMSUNG SM-Z400F) AppleWebKit/537.3 (KHTML, like Gecko) SamsungBrowser/1.0 Mobile Safari/537.3",
    "Mozilla/5.0 (PLAYSTATION 3; 3.55)",
    "com.douban.group/2.2.0(220) Mozilla/5.0 (Linux; U; Android 4.1.1; zh-cn; MI 2A Build/JRO03L) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30",
  ])("is that of %s", (userAgent) => {
    expect(hasBrowserForm(userAgent)).toBe(true);
  });

  it.each([
    "AcmeIndexer/2.1",
    "Chrome/120.0.0.0 Safari/537.36",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
    "NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
    desktop,
    `${desktop} Chrome/%s Safari/537.36`,
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/534.34 (KHTML, like Gecko) wkhtmltopdf Safari/534.34",
    "Mozilla/5.0 (darwin) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/22.1.0",
  ])("is not that of %s", (userAgent) => {
    expect(hasBrowserForm(userAgent)).toBe(false);
  });
});

describe("findAddition", () => {
  it.each([
    [`${desktop} Chrome/117.0.0.0 Safari/537.36 Acme`, "Acme"],
    [`${desktop} Chrome/87.0.4280.88 Safari/537.36 acme-watch`, "acme-watch"],
    [`${desktop} Chrome/119.0.0.0 Safari/537.36 Acme Guard (EE)`, "Acme Guard (EE)"],
    [`${phone} Chrome/134.0.0.0 Mobile Safari/537.36 Acme`, "Acme"],
  ])("finds what a program added: %s", (userAgent, addition) => {
    expect(findAddition(userAgent)).toBe(addition);
  });

  it.each([
    ...people,
    `${desktop} Chrome/57.0.2987.98 Safari/537.36 LBBROWSER`,
    `${desktop} Chrome/150.0.0.0 Safari/537.36 Honorlock`,
    `${desktop} Chrome/148.0.0.0 Safari/537.36 LockDownBrowser`,
    `${desktop} Chrome/148.0.0.0 Safari/537.36 Northfield Exams (EE)`,
    `${desktop} Chrome/131.0.0.0 Safari/537.36 Sparrow`,
    `${desktop} Chrome/86.0.4240.198 Safari/537.36 QIHU 360SE`,
    `${desktop} Chrome/131.0.0.0 Safari/537.36 Avast/131.0.0.0`,
    `${desktop} Chrome/151.0.0.0 Safari/537.36 OPR/135.0.0.0 (Edition std-2)`,
    `${desktop} Chrome/98.0.4758.102 Safari/537.36 (Chromium GOST)`,
    `${phone} Chrome/150.0.0.0 Mobile Safari/537.36 (Ecosia android@150.0.0.0)`,
    "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.88 Safari/537.36 WebAppManager",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Safari/605.1.15 (Ecosia ios@9.2.3.1367)",
  ])("leaves browsers alone: %s", (userAgent) => {
    expect(findAddition(userAgent)).toBeNull();
  });
});
