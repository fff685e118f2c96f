import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { compileIpData, findAddressFacts } from "./ip-data";
import { parseList } from "./lists";
import { ipKey, isPublicAddress, siteKey, unwrapNat64, unwrapTunnel } from "./numbers";

describe("unwrapNat64", () => {
  const unwrap = (address: string) => unwrapNat64(ipaddr.IPv6.parse(address));

  it("unwraps the well-known prefix", () => {
    expect(unwrap("64:ff9b::c0a8:101")).toBeNull();
    expect(unwrap("64:ff9b::808:808")).toBe("8.8.8.8");
    expect(unwrap("64:ff9b::1:808:808")).toBeNull();
    expect(unwrap("64:ff9b:1::808:808")).toBeNull();
    expect(unwrap("2a00::808:808")).toBeNull();
  });

  it.each(["10.0.0.1", "127.0.0.1", "192.168.1.1", "169.254.1.1", "100.64.0.1", "224.0.0.1"])(
    "does not unwrap %s from the well-known prefix",
    (ipv4) => {
      const parts = ipaddr.IPv4.parse(ipv4).toByteArray();
      const [a = 0, b = 0, c = 0, d = 0] = parts;
      const low = [(a << 8) | b, (c << 8) | d].map((group) => group.toString(16)).join(":");
      expect(unwrap(`64:ff9b::${low}`)).toBeNull();
    },
  );
});

describe("unwrapTunnel", () => {
  it.each([
    ["2002:808:808::1", "8.8.8.8"],
    ["2002:808:808:1234:5:6:7:8", "8.8.8.8"],
    ["2001:0:4136:e378:8000:63bf:f7f7:f7f7", "8.8.8.8"],
    ["2001::8000:63bf:f7f7:f7f7", "8.8.8.8"],
    ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "192.0.2.45"],
  ])("finds the IPv4 address inside %s", (address, ipv4) => {
    expect(unwrapTunnel(address)).toBe(ipv4);
  });

  it.each([
    "8.8.8.8",
    "2001:470::1",
    "2a00::1",
    "2001:db8::f7f7:f7f7",
    "2002:a00:1::1",
    "2002:7f00:1::1",
    "2001:0:4136:e378:8000:63bf:f5ff:fffe",
  ])("returns %s unchanged", (address) => {
    expect(unwrapTunnel(address)).toBe(address);
  });

  it("returns a key per Teredo client, and one key per 6to4 site", () => {
    const server = "2001:0:4136:e378:8000";
    expect(ipKey(`${server}:1:f7f7:f7f7`)).toBe("8.8.8.8");
    expect(ipKey(`${server}:2:f7f7:f7f7`)).toBe("8.8.8.8");
    expect(ipKey(`${server}:1:f7f7:f7f6`)).toBe("8.8.8.9");
    expect(ipKey("2002:808:808:1::1")).toBe(ipKey("2002:808:808:2::1"));
    expect(siteKey("2002:808:808:1::1")).toBeNull();
    expect(siteKey("2a00:1:2:3::1")).toBe("2a00:1:2::/48");
    expect(isPublicAddress(`${server}:1:f7f7:f7f7`)).toBe(true);
    expect(isPublicAddress("2002:a00:1::1")).toBe(false);
  });

  it("is looked up by the IPv4 address inside, and by an operator's range of its own", () => {
    const data = compileIpData({
      version: 1,
      lists: [
        {
          name: "hosters",
          class: "datacenter",
          date: "2026-11-22",
          ranges: parseList("8.8.8.0/24").ranges,
        },
      ],
      operatorRanges: [{ range: "2002:909:909::/48", effect: "deny", date: "2026-11-22" }],
    });
    expect(findAddressFacts(data, "2002:808:808::1").datacenter?.list).toBe("hosters");
    expect(findAddressFacts(data, "2001::8000:63bf:f7f7:f7f7").datacenter?.list).toBe("hosters");
    expect(findAddressFacts(data, "2002:909:909::1").operator?.effect).toBe("deny");
  });
});
