import { browsersOfPeople } from "@fairclick/core/clicks/testing/user-agents";
import { expect, it } from "vitest";
import { describeVisitor } from "./record-clicks";

const like = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${like} Chrome/141.0.0.0 Mobile Safari/537.36`,
    "phone",
    "Chrome",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    "desktop",
    "Edge",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "desktop",
    "Firefox",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1",
    "tablet",
    "Safari",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 12_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/16A366 Instagram 66.0.0.14.101 (iPhone10,2; iOS 12_0)",
    "phone",
    "In an app",
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${like} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    "phone",
    "Samsung Internet",
  ],
  ["curl/8.5.0", "other", "Other"],
  [
    "Mozilla/5.0 (PlayStation; PlayStation 5/9.00) AppleWebKit/605.1.15 (KHTML, like Gecko)",
    "console",
    "Safari",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) ${like} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0`,
    "console",
    "Edge",
  ],
  [
    "Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/609.4 (KHTML, like Gecko) NF/6.0.2.21.3 NintendoBrowser/5.1.0.22474",
    "console",
    "Safari",
  ],
])("of %s", (userAgent, deviceClass, browser) => {
  expect(describeVisitor(userAgent)).toEqual({ deviceClass, browser });
});

it("recognises the device class of nearly all user agents", () => {
  const classes = browsersOfPeople.map((userAgent) => describeVisitor(userAgent).deviceClass);
  expect(classes.filter((name) => name === "other").length).toBeLessThan(classes.length / 10);
});

it("is unknown if the user agent does not say", () => {
  expect(describeVisitor(null)).toEqual({ deviceClass: "unknown", browser: "unknown" });
  expect(describeVisitor("")).toEqual({ deviceClass: "unknown", browser: "unknown" });
});
