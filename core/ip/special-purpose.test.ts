import { describe, expect, it } from "vitest";
import { compileIpData, findAddressFacts } from "./ip-data";
import { isSpecialPurpose, parseList, parseRange } from "./lists";
import { parseAsnTable } from "./testing/parse-table-text";

const special = [
  "0.1.2.3",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "169.254.1.1",
  "172.31.255.255",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.7",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "64:ff9b::1",
  "100::1",
  "2001:db8::1",
  "2001:2::1",
  "3fff::1",
  "4000::1",
  "fc00::1",
  "fe80::1",
  "ff02::1",
];
const ordinary = [
  "1.0.0.1",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "172.32.0.1",
  "198.20.0.0",
  "223.255.255.255",
  "2001:200::1",
  "2001:470::1",
  "2003::1",
  "2a00::1",
  "3ffe::1",
];

it.each(special)("knows %s as special", (address) => {
  expect(isSpecialPurpose(address)).toBe(true);
});

it.each(ordinary)("knows %s as ordinary", (address) => {
  expect(isSpecialPurpose(address)).toBe(false);
});

describe("special-purpose ranges", () => {
  it("are left out of parsed lists, and are no mistakes of the list", () => {
    const { lines, unreadable } = parseList("2002::/16\n10.0.0.0/8\n1.1.1.0/24\n2001:db8::/32\n");
    expect(lines).toEqual(["1.1.1.0/24"]);
    expect(unreadable).toEqual([]);
  });

  it("never count, even inside a range that a list contains", () => {
    const ranges = ["192.0.0.0/8", "2001::/16"].flatMap((text) => parseRange(text) ?? []);
    const data = compileIpData({
      version: 1,
      lists: [{ name: "vultr", class: "cloud", date: "2026-11-22", ranges }],
      operatorRanges: [{ range: "192.168.7.0/24", effect: "deny", date: "2026-11-22" }],
      asnTable: parseAsnTable("192.168.0.0,192.168.255.255,20473,Vultr"),
    });
    expect(findAddressFacts(data, "192.168.1.1")).toEqual({});
    expect(findAddressFacts(data, "2001:db8::1")).toEqual({});
    expect(findAddressFacts(data, "192.1.1.1").cloud?.list).toBe("vultr");
    expect(findAddressFacts(data, "192.168.7.1").operator?.effect).toBe("deny");
  });
});

it("knows addresses behind a carrier's NAT", () => {
  const data = compileIpData({ version: 1, lists: [], operatorRanges: [] });
  expect(findAddressFacts(data, "100.100.1.2")).toMatchObject({ carrierNat: { list: "rfc6598" } });
  expect(findAddressFacts(data, "100.128.1.2").carrierNat).toBeUndefined();
});
