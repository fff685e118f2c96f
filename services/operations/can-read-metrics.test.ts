import { expect, it } from "vitest";
import { canReadMetrics } from "./export-vitals";

const TOKEN = "0123456789abcdef";

it.each([
  ["127.0.0.1", {}, true],
  ["::1", {}, true],
  ["::ffff:127.0.0.1", {}, true],
  ["10.1.2.3", {}, false],
  ["192.168.0.7", {}, false],
  ["8.8.8.8", {}, false],
  ["", {}, false],
  ["127.0.0.1", { "x-forwarded-for": "127.0.0.1" }, false],
  ["127.0.0.1", { "x-forwarded-for": "" }, false],
  ["127.0.0.1", { forwarded: "for=8.8.8.8" }, false],
  ["127.0.0.1", { via: "1.1 proxy" }, false],
])("without a token, %s with %j: %s", (peerIp, headers, expected) => {
  expect(canReadMetrics(null, { peerIp, headers: new Headers(headers) })).toBe(expected);
});

it.each([
  ["8.8.8.8", `Bearer ${TOKEN}`, true],
  ["127.0.0.1", `Bearer ${TOKEN}0`, false],
  ["127.0.0.1", TOKEN, false],
  ["127.0.0.1", "", false],
])("with a token, %s and %j: %s", (peerIp, authorization, expected) => {
  expect(canReadMetrics(TOKEN, { peerIp, headers: new Headers({ authorization }) })).toBe(expected);
});
