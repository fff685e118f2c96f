import { describe, expect, it } from "vitest";
import { BOOKS_DATE } from "../ip/as-books";
import type { AddressFacts } from "../ip/ip-data";
import { decideAddress } from "./address-evidence";
import { findSignals } from "./checks";
import { policy } from "./release-policy";
import { decideVerdict } from "./spending";
import { anonymousContext, newClick } from "./testing/new-click";

const date = BOOKS_DATE;
const comcast = 7922;
const tMobile = 21928;
const telekom = 3320;
const mit = 3;
const quadranet = 8100;
const hosterByName = 137951;
const nordvpn = 207137;
const listed = (list: string) => ({ list, date });
const everything = {
  relay: listed("relay"),
  tor: listed("tor"),
  cloud: listed("cloud"),
  proxy: listed("proxy"),
  vpn: listed("vpn"),
  datacenter: listed("datacenter"),
};
const decide = (address: AddressFacts) => decideAddress(newClick(), address);
const judgeAddress = (address: AddressFacts) => {
  const signals = findSignals(newClick(), { ...anonymousContext, address });
  return decideVerdict(
    signals.map(({ signal }) => signal),
    policy.effects,
  ).verdict;
};

describe("decideAddress", () => {
  it("checks operators' ranges, relays, Tor, clouds, people, proxies, VPNs and hosting in this order", () => {
    const operator = { range: "9.9.9.0/24", date } as const;
    const { relay: _r, ...noRelay } = everything;
    const { tor: _t, ...noTor } = noRelay;
    const { cloud: _c, ...noCloud } = noTor;
    const { proxy: _p, ...noProxy } = noCloud;
    const { vpn: _v, ...noVpn } = noProxy;
    const signals = [
      { ...everything, asn: comcast, operator: { ...operator, effect: "deny" as const } },
      { ...everything, asn: comcast, operator: { ...operator, effect: "allow" as const } },
      { ...everything, asn: comcast, operator: { ...operator, effect: "shared" as const } },
      { ...everything, asn: comcast },
      { ...noRelay, asn: comcast },
      { ...noTor, asn: comcast },
      { ...noCloud, asn: comcast },
      { ...noCloud, asn: tMobile },
      { ...noCloud, asn: quadranet },
      { ...noProxy, asn: quadranet },
      { ...noVpn, asn: quadranet },
      { asn: quadranet },
      noVpn,
      {},
    ].map((address) => decide(address)?.signal ?? null);
    expect(signals).toEqual([
      "proxy",
      null,
      "shared_network",
      "relay",
      "tor",
      "vpn",
      null,
      "shared_network",
      "proxy",
      "vpn",
      "datacenter",
      "datacenter",
      "hosting",
      null,
    ]);
  });

  it("names the source and the AS", () => {
    expect(decide({ tor: listed("tor-exits"), asn: quadranet })?.evidence).toEqual({
      list: "tor-exits",
      date,
      asn: quadranet,
    });
    expect(decide({ asn: quadranet, datacenter: listed("x4bnet") })?.evidence).toEqual({
      list: "hosting-asns",
      date,
      asn: quadranet,
    });
    expect(decide({ asn: tMobile })?.evidence).toEqual({ by: "carrier", asn: tMobile });
    expect(decide({ asn: telekom })?.evidence).toEqual({ by: "mixed", asn: telekom });
    expect(decide({ asn: mit })?.evidence).toEqual({ by: "campus", asn: mit });
  });

  it("believes no list about a carrier, a home or a campus but Tor's and the clouds'", () => {
    expect(judgeAddress({ asn: comcast, datacenter: listed("x4bnet") })).toBe("valid");
    expect(judgeAddress({ asn: mit, datacenter: listed("x4bnet") })).toBe("valid");
    expect(judgeAddress({ asn: comcast, vpn: listed("x4bnet") })).toBe("valid");
    expect(judgeAddress({ asn: comcast, tor: listed("tor") })).toBe("invalid");
    expect(judgeAddress({ asn: comcast, cloud: listed("amazon") })).toBe("invalid");
  });

  it("holds a VPN's visitor at a hoster, by list or by AS, and pays none", () => {
    expect(judgeAddress({ vpn: listed("x4bnet"), datacenter: listed("x4bnet") })).toBe("held");
    expect(judgeAddress({ vpn: listed("x4bnet"), asn: quadranet })).toBe("held");
    expect(judgeAddress({ asn: nordvpn, datacenter: listed("x4bnet") })).toBe("held");
  });

  it("holds a VPN's exit in a cloud's own range", () => {
    expect(judgeAddress({ vpn: listed("x4bnet"), cloud: listed("amazon") })).toBe("held");
  });

  it("refuses a hoster that no list contains", () => {
    expect(judgeAddress({ asn: quadranet })).toBe("invalid");
  });

  it("holds a hoster that is known by its name only, whatever lists say", () => {
    expect(decide({ asn: hosterByName })).toMatchObject({
      signal: "hosting",
      evidence: { list: "named-hosting-asns", asn: hosterByName },
    });
    expect(judgeAddress({ asn: hosterByName, datacenter: listed("x4bnet") })).toBe("held");
    expect(judgeAddress({ asn: hosterByName, cloud: listed("amazon") })).toBe("invalid");
  });

  it.each([
    ["Iliad and Free", 29447],
    ["Free in Réunion", 202023],
    ["The Cable of St. Kitts", 36290],
    ["Forcepoint's gateways", 44444],
  ])("lets the people of %s pass", (_, asn) => {
    expect(judgeAddress({ asn, datacenter: listed("x4bnet") })).toBe("valid");
  });

  it.each([13335, 20940, 36183, 54113])(
    "refuses nobody of Private Relay's AS %i while the relay's list is missing",
    (asn) => {
      const lists = { vpn: listed("x4bnet"), datacenter: listed("x4bnet") };
      expect(judgeAddress({ asn, ...lists })).toBe("held");
      expect(judgeAddress({ asn, datacenter: listed("x4bnet") })).toBe("held");
    },
  );

  it("ignores an AS that is in no book, and holds what a third party's list alone says of it", () => {
    expect(decide({ asn: 174 })).toBeNull();
    expect(decide({ asn: 174, datacenter: listed("x4bnet") })).toEqual({
      signal: "hosting",
      evidence: { list: "x4bnet", date, asn: 174 },
    });
    expect(judgeAddress({ asn: 174, datacenter: listed("x4bnet") })).toBe("held");
    expect(judgeAddress({ datacenter: listed("x4bnet") })).toBe("held");
    expect(judgeAddress({ datacenter: listed("x4bnet"), cloud: listed("amazon") })).toBe("invalid");
  });
});
