import { expect, it } from "vitest";
import { originName } from "./origins";

it.each([
  ["country", "GB", "United Kingdom"],
  ["country", "ZZ", "Unknown Region"],
  ["country", "unknown", "Unknown"],
  ["country", "Nowhere", "Nowhere"],
  ["device", "desktop", "Computer"],
  ["device", "fridge", "fridge"],
  ["browser", "In an app", "In an app"],
  ["referrer", "direct", "Direct or unknown"],
  ["referrer", "other", "Other sites"],
  ["referrer", "www.tiktok.com", "www.tiktok.com"],
] as const)("calls the %s %s %s", (dimension, value, name) => {
  expect(originName(dimension, value)).toBe(name);
});
