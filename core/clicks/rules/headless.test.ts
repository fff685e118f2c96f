import { expect, it } from "vitest";
import { anonymousContext, newClick } from "../testing/new-click";
import { headlessBrowsers, likelyBrowsersOfPeople } from "../testing/user-agents";
import { headless } from "./requests";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0";
const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36";
const webView =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.0.0 Mobile Safari/537.36";
const hints128 = '"Chromium";v="128", "Not;A=Brand";v="24", "Google Chrome";v="128"';
const find = (change: Parameters<typeof newClick>[0]) =>
  headless.find(newClick(change), anonymousContext);

it.each(headlessBrowsers)("finds %s", (userAgent) => {
  expect(find({ userAgent, secChUa: null, secChUaPlatform: null })).not.toBeNull();
});

it("finds a headless browser that changed only its user agent", () => {
  const secChUa = '"HeadlessChrome";v="128", "Chromium";v="128"';
  expect(find({ userAgent: chrome, secChUa })).toEqual({ named: "headless" });
});

it.each([
  [iphone, hints128, null],
  [firefox, hints128, null],
  [chrome, hints128.replaceAll("128", "126"), '"Windows"'],
  [chrome, hints128, '"Linux"'],
  [
    chrome.replace("Windows NT 10.0; Win64; x64", "Macintosh; Intel Mac OS X 10_15_7"),
    hints128,
    '"Linux"',
  ],
  [iphone, null, '"Linux"'],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    hints128,
    null,
  ],
  [chrome.replace("Windows NT 10.0; Win64; x64", "Linux; Android 10; K"), hints128, '"Linux"'],
])("finds hints that %s cannot send", (userAgent, secChUa, secChUaPlatform) => {
  expect(find({ userAgent, secChUa, secChUaPlatform })).not.toBeNull();
});

it.each([
  [chrome, "?1"],
  [chrome.replace("Windows NT 10.0; Win64; x64", "Macintosh; Intel Mac OS X 10_15_7"), "?1"],
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36",
    "?0",
  ],
])("finds that %s is not %s as it says", (userAgent, secChUaMobile) => {
  const change = { userAgent, secChUa: hints128, secChUaPlatform: null };
  expect(find({ ...change, secChUaMobile })).toEqual({ impossible: `mobile ${secChUaMobile}` });
  expect(find({ ...change, secChUaMobile: null })).toBeNull();
});

it.each([
  [chrome, "?0"],
  [chrome.replace("Windows NT 10.0; Win64; x64", "X11; Linux x86_64"), "?1"],
  [webView, "?0"],
])("lets %s pass with the form %s", (userAgent, secChUaMobile) => {
  expect(find({ userAgent, secChUa: null, secChUaPlatform: null, secChUaMobile })).toBeNull();
});

it.each([
  [chrome, hints128, '"Windows"'],
  [chrome, null, null],
  [iphone, null, null],
  [chrome.replace("Windows NT 10.0; Win64; x64", "X11; Linux x86_64"), hints128, '"Android"'],
  [webView, '"Android WebView";v="128", "Chromium";v="128"', '"Android"'],
  [
    "Mozilla/5.0 (Linux; Android 10; HLK-AL00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36",
    '"Chromium";v="114"',
    '"HarmonyOS"',
  ],
])("lets %s pass with hints %s on %s", (userAgent, secChUa, secChUaPlatform) => {
  expect(find({ userAgent, secChUa, secChUaMobile: null, secChUaPlatform })).toBeNull();
});

it.each(likelyBrowsersOfPeople)("never counts an absence: %s", (userAgent) => {
  expect(find({ userAgent, secChUa: null, secChUaMobile: null, secChUaPlatform: null })).toBeNull();
});
