import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { findCountry } from "./ip-data";
import { findNumber, noRangeTable, openRangeTables, packRangeTable } from "./ranges";
import { parseCountryTable, parseTableText } from "./testing/parse-table-text";

const parse = (text: string) => parseTableText("asn", text);

const csv = `1.0.0.0,1.0.0.255,13335,"Cloudflare, Inc."
1.0.4.0,1.0.7.255,38803,Gtelecom Pty Ltd
2001:470::,2001:470:ffff:ffff:ffff:ffff:ffff:ffff,6939,Hurricane Electric LLC
2001:470:7:0:0:0:0:0,2001:470:7:ffff:ffff:ffff:ffff:ffff,9318,"SK Broadband"`;
const tsv = `1.0.0.0\t1.0.0.255\t13335\tUS\tCLOUDFLARENET
1.0.1.0\t1.0.3.255\t0\tNone\tNot routed
1.0.4.0\t1.0.7.255\t38803\tAU\tGTELECOM`;

describe("findNumber", () => {
  it("finds the AS of the narrowest range, and none between the ranges", () => {
    const { table } = parse(csv);
    expect(findNumber(table, "1.0.0.255")).toBe(13335);
    expect(findNumber(table, "1.0.1.0")).toBeNull();
    expect(findNumber(table, "1.0.4.0")).toBe(38803);
    expect(findNumber(table, "0.0.0.0")).toBeNull();
    expect(findNumber(table, "255.255.255.255")).toBeNull();
    expect(findNumber(table, "2001:470:6:ffff::1")).toBe(6939);
    expect(findNumber(table, "2001:470:7::1")).toBe(9318);
    expect(findNumber(table, "2001:470:8::1")).toBe(6939);
    expect(findNumber(table, "2001:471::1")).toBeNull();
    expect(findNumber(table, "nonsense")).toBeNull();
  });

  it("returns null without a table", () => {
    expect(findNumber(noRangeTable, "1.0.0.1")).toBeNull();
    expect(findNumber(noRangeTable, "2a00::1")).toBeNull();
  });

  it("reaches both ends of both spaces", () => {
    const { table } = parse(
      "0.0.0.0,0.0.0.255,1,A\n255.255.255.0,255.255.255.255,2,B\n::,::,3,C\nffff:ffff:ffff:ffff::,ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,4,D",
    );
    const ends = ["0.0.0.0", "255.255.255.255", "::1", "ffff:ffff:ffff:ffff::1"];
    expect(ends.map((address) => findNumber(table, address))).toEqual([1, 2, 3, 4]);
  });

  const range = fc.tuple(
    fc.ipV4(),
    fc.integer({ min: 6, max: 32 }),
    fc.integer({ min: 1, max: 9 }),
  );

  it("agrees with a search through all ranges, in any order", () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 30 }), fc.array(fc.ipV4()), (listed, others) => {
        const networks = new Map(
          listed.map(([address, prefix, asn]) => {
            const cidr = `${address}/${prefix}`;
            const start = ipaddr.IPv4.networkAddressFromCIDR(cidr).toString();
            const end = ipaddr.IPv4.broadcastAddressFromCIDR(cidr).toString();
            return [`${start},${end}`, { start, prefix, asn }];
          }),
        );
        const lines = [...networks].map(([bounds, { asn }]) => `${bounds},${asn},name`);
        const { table } = parse(lines.join("\n"));
        for (const address of [...others, ...listed.map(([each]) => each)]) {
          const [narrowest] = [...networks.values()]
            .filter(({ start, prefix }) =>
              ipaddr.IPv4.parse(address).match(ipaddr.IPv4.parse(start), prefix),
            )
            .sort((a, b) => b.prefix - a.prefix);
          expect(findNumber(table, address)).toBe(narrowest?.asn ?? null);
        }
      }),
    );
  });
});

describe("createTableParser", () => {
  it("reads the same table from CSV and TSV, and skips unannounced ranges", () => {
    const parsed = parse(tsv);
    expect(parsed.unreadable).toEqual([]);
    expect(parsed.size).toEqual({ ranges: 2, networks: 1_280n });
    expect(findNumber(parsed.table, "1.0.7.1")).toBe(38803);
    expect(findNumber(parsed.table, "1.0.2.1")).toBeNull();
  });

  it.each([
    "start,end,asn,name",
    "<html>",
    "1.0.0.0,1.0.0.255",
    "1.0.0.255,1.0.0.0,5,backwards",
    "0.0.0.0,127.255.255.255,5,too wide",
    "2000::,3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,5,too wide",
    "1.0.0.0,2001::1,5,two families",
    "1.0.0.0,1.0.0.255,-5,negative",
    `1.0.0.0,1.0.0.255,5,${"x".repeat(2_000)}`,
  ])("does not read %j", (line) => {
    expect(parse(line).unreadable).toHaveLength(1);
    expect(parse(line).size.ranges).toBe(0);
  });

  it("ignores AS numbers for private use, because they identify no network", () => {
    const { table, unreadable } = parse("1.0.0.0,1.0.0.255,4200000000,private");
    expect(unreadable).toEqual([]);
    expect(findNumber(table, "1.0.0.1")).toBeNull();
  });
});

describe("packRangeTable", () => {
  it("keeps a table, and joins tables of both families", () => {
    const both = openRangeTables([packRangeTable(parse(csv).table)]);
    expect(both).toEqual(parse(csv).table);
    const [v4, v6] = [csv.split("\n").slice(0, 2), csv.split("\n").slice(2)];
    const apart = [v6, v4].map((lines) => packRangeTable(parse(lines.join("\n")).table));
    expect(openRangeTables(apart)).toEqual(both);
    expect(openRangeTables([])).toEqual(noRangeTable);
  });

  it("refuses a damaged one", () => {
    const packed = packRangeTable(parse(csv).table);
    expect(() => openRangeTables([packed.subarray(0, packed.length - 4)])).toThrow("damaged");
  });
});

describe("tables of countries", () => {
  const countries = `1.0.0.0,1.0.0.255,AU
3.0.0.0,7.255.255.255,US
192.168.0.0,192.168.255.255,FR
2001:200::,2001:200:ffff:ffff:ffff:ffff:ffff:ffff,JP
9.0.0.0,9.0.0.255,ZZ`;
  const countryTable = parseCountryTable(countries);

  it.each([
    ["1.0.0.77", "AU"],
    ["1.0.1.0", null],
    ["6.1.2.3", "US"],
    ["9.0.0.1", null],
    ["192.168.1.1", null],
    ["2001:200:1::9", "JP"],
    ["2001:201::1", null],
    ["2002:100:1::1", "AU"],
    ["nonsense", null],
  ])("%s is in %s", (address, country) => {
    expect(findCountry({ countryTable }, address)).toBe(country);
  });

  it.each(["1.0.0.0,1.0.0.255,au", "1.0.0.0,1.0.0.255,13335", "0.0.0.0,63.255.255.255,US"])(
    "does not read %j",
    (line) => {
      expect(parseTableText("country", line).unreadable).toEqual([line]);
    },
  );

  it("survives being packed", () => {
    const again = openRangeTables([packRangeTable(countryTable)]);
    expect(findCountry({ countryTable: again }, "2001:200::1")).toBe("JP");
  });
});
