import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { parseIpv4, parseIpv6Network } from "./numbers";

function readNetwork(text: string): [number, number] | null {
  const halves = { high: 0, low: 0 };
  return parseIpv6Network(text, halves) ? [halves.high, halves.low] : null;
}

describe("parseIpv4", () => {
  it("agrees with the library on every address", () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv4.parse(text).octets;
        expect(parseIpv4(text)).toBe(((a * 256 + b) * 256 + c) * 256 + d);
      }),
    );
  });

  it.each([
    "",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "1..2.3",
    "01.2.3.4",
    "1.2.3.4 ",
    "a.b.c.d",
    "-1.2.3.4",
    "::1",
  ])("refuses %j", (text) => {
    expect(parseIpv4(text)).toBe(-1);
  });
});

describe("parseIpv6Network", () => {
  const address = fc.ipV6().filter((text) => !text.includes("."));

  it("agrees with the library on every address", () => {
    fc.assert(
      fc.property(address, (text) => {
        const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv6.parse(text).parts;
        expect(readNetwork(text)).toEqual([a * 65_536 + b, c * 65_536 + d]);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    "",
    ":",
    ":::",
    "1",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1::2::3",
    "12345::",
    "g::",
    "1:2:3:4:5:6:7:",
    ":1::",
    "1.2.3.4",
  ])("refuses %j", (text) => {
    expect(readNetwork(text)).toBeNull();
  });

  it("reads the shortest forms", () => {
    expect(readNetwork("::")).toEqual([0, 0]);
    expect(readNetwork("2a00::1")).toEqual([0x2a000000, 0]);
    expect(readNetwork("2001:db8:1:2:3:4:5:6")).toEqual([0x20010db8, 0x00010002]);
  });
});
