import { describe, expect, it } from "vitest";
import { compileIpData, findAddressFacts, noAddressFacts, noIpData } from "./ip-data";
import { parseList } from "./lists";

const date = "2026-08-22";

function compile(operatorRanges: [range: string, effect: "allow" | "deny"][] = []) {
  return compileIpData({
    version: 7,
    lists: [
      { name: "hosting", class: "datacenter", date, ranges: parseList("9.0.0.0/8").ranges },
      { name: "cloud", class: "datacenter", date, ranges: parseList("9.1.0.0/16").ranges },
      { name: "vpns", class: "vpn", date, ranges: parseList("9.1.2.0/24\n2a00::/16").ranges },
    ],
    operatorRanges: operatorRanges.map(([range, effect]) => ({ range, effect, date })),
  });
}

describe("findAddressFacts", () => {
  it("names for each class the first list that has the address, with its date", () => {
    expect(findAddressFacts(compile(), "9.1.2.3")).toEqual({
      datacenter: { list: "hosting", date },
      vpn: { list: "vpns", date },
    });
    expect(findAddressFacts(compile(), "2a00::1")).toEqual({ vpn: { list: "vpns", date } });
    expect(findAddressFacts(compile(), "203.0.113.7")).toBe(noAddressFacts);
  });

  it("recognises networks of browsers that fetch through their vendor", () => {
    expect(findAddressFacts(compile(), "82.145.208.9").browserProxy?.list).toBe("opera-mini");
  });

  it("uses the narrowest of several operator ranges", () => {
    const data = compile([
      ["198.51.0.0/16", "deny"],
      ["198.51.100.0/24", "allow"],
      ["198.51.100.7/32", "deny"],
      ["2001:db8::/32", "allow"],
    ]);
    const effectAt = (address: string) => findAddressFacts(data, address).operator?.effect;
    expect(effectAt("198.51.1.1")).toBe("deny");
    expect(effectAt("198.51.100.8")).toBe("allow");
    expect(effectAt("198.51.100.7")).toBe("deny");
    expect(effectAt("2001:db8:1::1")).toBe("allow");
    expect(effectAt("203.0.113.7")).toBeUndefined();
  });

  it("returns no facts without data", () => {
    expect(findAddressFacts(noIpData, "82.145.208.9")).toBe(noAddressFacts);
  });
});
