import { expect, it } from "vitest";
import { ipv6Network } from "./numbers";

it.each([
  ["2001:db8:1:2ff:3:4:5:6", 64, "2001:db8:1:2ff::/64"],
  ["2001:db8:1:2ff:3:4:5:6", 56, "2001:db8:1:200::/56"],
  ["2001:db8:1:2ff:3:4:5:6", 48, "2001:db8:1::/48"],
  ["::1", 48, "::/48"],
])("returns the network of %s with %i bits", (ip, bits, network) => {
  expect(ipv6Network(ip, bits)).toBe(network);
});
