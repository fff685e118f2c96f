import { ipKey } from "@fairclick/core/ip/numbers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cameByHttps, clientAddress, parseTrustedRanges } from "./client-address";

const trusted = parseTrustedRanges(["10.0.0.0/8", "2001:db8:aaaa::/48"]);
const from = (peer: string, header: string | null) => clientAddress(peer, header, trusted);

describe("clientAddress", () => {
  it("ignores the header of an untrusted peer", () => {
    expect(from("203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
    expect(clientAddress("10.0.0.1", "198.51.100.1", parseTrustedRanges([]))).toBe("10.0.0.1");
  });

  it("takes the last address before the trusted hops and ignores everything left of it", () => {
    expect(from("10.0.0.1", "198.51.100.1")).toBe("198.51.100.1");
    expect(from("10.0.0.1", "1.1.1.1, 198.51.100.1, 10.2.3.4")).toBe("198.51.100.1");
    expect(from("2001:db8:aaaa::1", "198.51.100.1")).toBe("198.51.100.1");
  });

  it("takes the farthest trusted hop if there is no other", () => {
    expect(from("10.0.0.1", "10.0.0.3,10.0.0.2")).toBe("10.0.0.3");
  });

  it.each([
    "unknown",
    "198.51.100.1:443",
    "198.51.100.256",
    "0x7f.1",
    "2130706433",
    "198.51.100.01",
    "fe80::1%eth0",
    "[2001:db8::1]",
    "",
    " ",
    "1:2:3",
    `${"1".repeat(60)}.1.1.1`,
  ])("never accepts %j, or anything to its left, as the address", (malformed) => {
    expect(from("10.0.0.1", malformed)).toBe("10.0.0.1");
    expect(from("10.0.0.1", `198.51.100.7, ${malformed}, 10.0.0.2`)).toBe("10.0.0.2");
  });

  it("counts an IPv4-mapped address as IPv4, in the peer, in a hop and against the ranges", () => {
    expect(from("::ffff:203.0.113.9", null)).toBe("203.0.113.9");
    expect(from("::ffff:10.0.0.1", "::ffff:198.51.100.1")).toBe("198.51.100.1");
  });

  it("counts 200 visitors behind a NAT64 as 200, each by its own IPv4 address", () => {
    const visitors = Array.from({ length: 200 }, (_, i) => ({
      ipv4: `81.2.69.${i}`,
      low: `5102:45${i.toString(16).padStart(2, "0")}`,
    }));
    for (const { ipv4, low } of visitors) {
      expect(from(`64:ff9b::${low}`, null)).toBe(ipv4);
      expect(from("2001:db8:aaaa::1", `1.1.1.1, 64:ff9b::${low}`)).toBe(ipv4);
      expect(ipKey(from(`64:ff9b::${low}`, null))).toBe(ipv4);
    }
    expect(from("2001:db8:64::5102:4501", null)).toBe("2001:db8:64::5102:4501");
  });

  it("trusts nobody who writes a trusted proxy's address behind the well-known prefix", () => {
    expect(from("64:ff9b::a00:1", "198.51.100.1")).toBe("64:ff9b::a00:1");
    expect(from("10.0.0.1", "198.51.100.1, 64:ff9b::a00:2")).toBe("64:ff9b::a00:2");
  });

  it.each([
    ["0.0.0.0/0", "255.255.255.255", true],
    ["198.51.100.7/32", "198.51.100.7", true],
    ["198.51.100.7/32", "198.51.100.6", false],
    ["198.51.100.128/25", "198.51.100.128", true],
    ["198.51.100.128/25", "198.51.100.127", false],
    ["198.51.100.200/25", "198.51.100.129", true],
    ["::/0", "10.0.0.1", false],
    ["2001:db8::/127", "2001:db8::1", true],
    ["2001:db8::/127", "2001:db8::2", false],
  ])("knows that %s and %s: %s", (range, peer, isTrusted) => {
    const address = clientAddress(peer, "203.0.113.50", parseTrustedRanges([range]));
    expect(address).toBe(isTrusted ? "203.0.113.50" : peer);
  });

  it("writes an address in one form only", () => {
    expect(from("10.0.0.1", "2001:DB8:0:0:0::0001")).toBe("2001:db8::1");
  });

  it("stays fast and correct for any header", () => {
    const junk = fc.string({
      unit: fc.constantFrom(..."0123456789abcdef.:, %[]"),
      maxLength: 4_000,
    });
    fc.assert(
      fc.property(junk, (header) => {
        const before = process.cpuUsage();
        const address = from("10.0.0.1", header);
        const { user, system } = process.cpuUsage(before);
        expect((user + system) / 1_000).toBeLessThan(50);
        expect(from(address, null)).toBe(address);
      }),
      { numRuns: 500 },
    );
  });
});

describe("cameByHttps", () => {
  it.each([
    ["10.0.0.1", "https", true],
    ["::ffff:10.0.0.1", "HTTPS ", true],
    ["10.0.0.1", "http, https", true],
    ["10.0.0.1", "https, http", false],
    ["10.0.0.1", "xhttps", false],
    ["10.0.0.1", "http", false],
    ["10.0.0.1", null, false],
    ["203.0.113.9", "https", false],
    ["10.0.0.1", `${"https,".repeat(2_000)}http`, false],
  ])("knows of %s with %s: %s", (peer, header, isHttps) => {
    expect(cameByHttps(peer, header, trusted)).toBe(isHttps);
  });
});
