import { expect, it } from "vitest";
import { ipKey, ipKeyNetwork, isPublicAddress } from "../ip/numbers";

it("keeps an IPv4 address", () => {
  expect(ipKey("203.0.113.7")).toBe("203.0.113.7");
});

it.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["::1", "::/64"],
])("takes the /64 of %s", (ip, key) => {
  expect(ipKey(ip)).toBe(key);
});

it("returns one key for all addresses of a /64, and different keys for different /64s", () => {
  expect(ipKey("2a02:810d:1:1::1")).toBe(ipKey("2a02:810d:1:1:ffff::9"));
  expect(ipKey("2a02:810d:1:1::1")).not.toBe(ipKey("2a02:810d:1:2::1"));
});

it.each([
  "127.0.0.1",
  "10.1.2.3",
  "192.168.0.1",
  "100.64.0.1",
  "169.254.1.1",
  "::1",
  "fe80::1",
  "fd00::1",
  "224.0.0.1",
  "nonsense",
])("does not tell people apart by %s", (ip) => {
  expect(isPublicAddress(ip)).toBe(false);
});

it.each(["8.8.8.8", "2a02:810d::1"])("tells people apart by %s", (ip) => {
  expect(isPublicAddress(ip)).toBe(true);
});

it.each([
  ["2001:db8:1:2ab::/64", "2001:db8:1::/48", "2001:db8:1:200::/56"],
  ["2001:db8::/64", "2001:db8:0::/48", "2001:db8:0:0::/56"],
  ["::/64", "0:0:0::/48", "0:0:0:0::/56"],
  ["2001:0:0:ff::/64", "2001:0:0::/48", "2001:0:0:0::/56"],
])("finds the networks around %s", (key, site, home) => {
  expect(ipKeyNetwork(key, 48)).toBe(site);
  expect(ipKeyNetwork(key, 56)).toBe(home);
});

it("returns null for an IPv4 address", () => {
  expect(ipKeyNetwork("203.0.113.7", 48)).toBeNull();
});
