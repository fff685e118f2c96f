import { expect, it } from "vitest";
import { referrerHost } from "./click";

it.each([
  ["https://www.TikTok.com/@someone?lang=en", "tiktok.com"],
  ["http://m.facebook.com:8080/", "m.facebook.com"],
  ["https://www.www.example/", "www.example"],
  ["android-app://com.google.android.gm/", "com.google.android.gm"],
  ["https://bücher.example/", "xn--bcher-kva.example"],
  ["", "direct"],
  ["about:blank", "direct"],
  ["not a page", "direct"],
  [`https://${"a".repeat(60)}.${"b".repeat(60)}.example/`, "other"],
])("of %s is %s", (referrer, host) => {
  expect(referrerHost(referrer)).toBe(host);
});

it("is direct when there is no referrer", () => {
  expect(referrerHost(null)).toBe("direct");
});
