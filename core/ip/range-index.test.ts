import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { parseList, parseRange } from "./lists";
import { buildRangeIndex, lookUpAddress, MAX_LISTS } from "./ranges";

function makeIndex(...lists: string[]) {
  return buildRangeIndex(
    lists.map((text) => text.split("\n").flatMap((line) => parseRange(line) ?? [])),
  );
}

describe("lookUpAddress", () => {
  it("finds every list that contains an address", () => {
    const index = makeIndex("10.0.0.0/8\n2a00::/16", "10.1.0.0/16", "10.1.2.3");
    const [vpn, relay, datacenter] = [1, 2, 4];
    expect(lookUpAddress(index, "10.0.0.0")).toBe(vpn);
    expect(lookUpAddress(index, "10.1.255.255")).toBe(vpn | relay);
    expect(lookUpAddress(index, "10.1.2.3")).toBe(vpn | relay | datacenter);
    expect(lookUpAddress(index, "10.1.2.4")).toBe(vpn | relay);
    expect(lookUpAddress(index, "9.255.255.255")).toBe(0);
    expect(lookUpAddress(index, "11.0.0.0")).toBe(0);
    expect(lookUpAddress(index, "2a00:ffff::1")).toBe(vpn);
    expect(lookUpAddress(index, "2a01::1")).toBe(0);
    expect(lookUpAddress(index, "not an address")).toBe(0);
  });

  it("reaches both ends of both spaces", () => {
    const index = makeIndex("0.0.0.0/8\n252.0.0.0/6\nff00::/16\nffff::/16");
    for (const address of ["0.0.0.0", "255.255.255.255", "ffff:ffff:ffff:ffff::1"]) {
      expect(lookUpAddress(index, address), address).toBe(1);
    }
  });

  it("finds nothing in an empty index", () => {
    const index = buildRangeIndex([]);
    expect(lookUpAddress(index, "1.2.3.4")).toBe(0);
    expect(lookUpAddress(index, "2a00::1")).toBe(0);
  });

  it("widens a range longer than a /64 to its /64", () => {
    expect(lookUpAddress(makeIndex("2001:db8::1/128"), "2001:db8::2")).toBe(1);
  });

  const ipv4Range = fc.tuple(
    fc.ipV4(),
    fc.integer({ min: 6, max: 32 }),
    fc.integer({ min: 0, max: MAX_LISTS - 1 }),
  );
  const ipv6Range = fc.tuple(
    fc.ipV6().filter((text) => !text.includes(".")),
    fc.integer({ min: 16, max: 64 }),
    fc.integer({ min: 0, max: MAX_LISTS - 1 }),
  );

  it.each([["IPv4", ipv4Range] as const, ["IPv6", ipv6Range] as const])(
    "agrees with a search through all %s ranges",
    (_, range) => {
      fc.assert(
        fc.property(
          fc.array(range, { maxLength: 40 }),
          fc.array(range, { maxLength: 20 }),
          (listed, others) => {
            const lists = Array.from({ length: MAX_LISTS }, (_, list) =>
              listed
                .filter(([, , of]) => of === list)
                .flatMap(([address, prefix]) => parseRange(`${address}/${prefix}`) ?? []),
            );
            const index = buildRangeIndex(lists);
            for (const [address] of [...listed, ...others]) {
              const expected = listed
                .filter(([network, prefix]) =>
                  ipaddr.parse(address).match(ipaddr.parse(network), prefix),
                )
                .reduce((bits, [, , list]) => bits | (1 << list), 0);
              expect(lookUpAddress(index, address)).toBe(expected);
            }
          },
        ),
      );
    },
  );
});

describe("parseList", () => {
  it("reads ranges, addresses, comments and columns, and says what it could not read", () => {
    const text =
      "# a list\n1.2.3.0/24 # office\n\n5.6.7.8\r\nfingerprint, ipaddr, port\nABCD, 2620:7:6003::141, 81\n0.0.0.0/0\n::/3";
    const { ranges, lines, unreadable } = parseList(text);
    expect(lines).toEqual(["1.2.3.0/24", "5.6.7.8", "2620:7:6003::141"]);
    expect(ranges.map(({ family }) => family)).toEqual([4, 4, 6]);
    expect(unreadable).toEqual(["fingerprint, ipaddr, port", "0.0.0.0/0", "::/3"]);
  });
});

describe("parseRange", () => {
  it.each([
    "1.2.3.4/33",
    "1.2.3.4/-1",
    "1.2.3.4/024",
    "1.2.3.4/",
    "1.2/16",
    "::1/129",
    "fe80::1%eth0",
    "::ffff:1.2.3.4/120",
    "/24",
    "",
  ])("refuses %j", (text) => {
    expect(parseRange(text)).toBeNull();
  });

  it("reads an address inside a network as that network", () => {
    expect(parseRange("10.1.2.3/8")).toEqual(parseRange("10.0.0.0/8"));
    expect(parseRange("2001:db8:ffff::1/32")).toEqual(parseRange("2001:db8::/32"));
  });
});
