import { expect, it } from "vitest";
import { anonymousContext, newClick } from "../testing/new-click";
import { prefetch } from "./requests";

it.each([
  "prefetch",
  "prefetch;prerender",
  "Preview",
  "prerender",
  "prefetch;anonymous-client-ip",
  "other, prefetch",
])("finds %s", (purpose) => {
  expect(prefetch.find(newClick({ purpose }), anonymousContext)).toEqual({ purpose });
});

it.each([
  "[FBAN/FBIOS;FBAV/500.0.0.45.108;FBDV/iPhone14,5;FBSV/17.6]",
  "[FBAN/FB4A;FBAV/360.0.0.30.113;FBDM/{density=2.5,width=1080,height=2177};FBCA/arm64-v8a:;]",
  "Dalvik/2.1.0 (Linux; U; Android 9; SM-G965U Build/PPR1) [FBAN/FB4A;FBAV/360.0.0.30.113;]",
])("finds an app that loads a link without its browser: %s", (userAgent) => {
  expect(prefetch.find(newClick({ userAgent }), anonymousContext)).not.toBeNull();
});

it.each([
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/500.0.0.45.108;]",
  "[FBAN/FBIOS;FBAV/500.0.0.45.108] python-requests/2.32.3",
])("lets an app's browser pass, and leaves programs to other rules: %s", (userAgent) => {
  expect(prefetch.find(newClick({ userAgent }), anonymousContext)).toBeNull();
});

it("lets a tap pass", () => {
  expect(prefetch.find(newClick({ purpose: null }), anonymousContext)).toBeNull();
  expect(prefetch.find(newClick({ purpose: "navigation" }), anonymousContext)).toBeNull();
});
