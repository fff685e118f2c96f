import { describe, expect, it } from "vitest";
import { asBooks, findAsKind } from "./as-books";

const all = Object.values(asBooks).flat();

it("contains numbers only, and no AS in two books", () => {
  expect(all.every((asn) => Number.isSafeInteger(asn) && asn > 0 && asn < 2 ** 31)).toBe(true);
  expect(new Set(all).size).toBe(all.length);
  expect(asBooks.hosting.length).toBeGreaterThan(600);
  expect(asBooks["named hosting"].length).toBeGreaterThan(1_500);
  expect(asBooks.carrier.length).toBeGreaterThan(300);
});

describe("findAsKind", () => {
  it.each([
    ["Amazon", 16509],
    ["OVH", 16276],
    ["Alibaba in China", 37963],
    ["QuadraNet", 8100],
    ["Aeza", 210644],
    ["Timeweb", 9123],
    ["FDCservers", 30058],
    ["Selectel", 49505],
  ])("knows %s as a hoster", (_, asn) => {
    expect(findAsKind(asn)).toBe("hosting");
  });

  it.each([
    ["T-Mobile US", 21928],
    ["Verizon Wireless", 22394],
    ["Jio", 55836],
    ["China Mobile", 9808],
    ["Vivo", 26599],
    ["MTN Nigeria", 29465],
    ["Free Mobile", 51207],
    ["Starlink", 14593],
  ])("knows %s as a carrier", (_, asn) => {
    expect(findAsKind(asn)).toBe("carrier");
  });

  it.each([
    ["Deutsche Telekom", 3320],
    ["Vodafone Germany", 3209],
    ["Orange", 3215],
    ["PLDT", 9299],
    ["Iliad and Free", 29447],
    ["Free in Réunion", 202023],
  ])("knows that %s has phones and homes", (_, asn) => {
    expect(findAsKind(asn)).toBe("mixed");
  });

  it.each([
    ["Comcast", 7922],
    ["Charter", 20115],
    ["SK Broadband", 9318],
    ["Sky UK", 5607],
    ["The Cable of St. Kitts", 36290],
  ])("knows %s as homes", (_, asn) => {
    expect(findAsKind(asn)).toBe("home");
  });

  it.each([
    ["SWITCH", 559],
    ["SURF", 1101],
    ["MIT", 3],
    ["CERNET", 4538],
    ["Forcepoint's gateways", 44444],
    ["Zscaler's gateways", 22616],
  ])("knows %s as a campus", (_, asn) => {
    expect(findAsKind(asn)).toBe("campus");
  });

  it("includes networks that VPN providers announce themselves, and no transit networks", () => {
    expect(findAsKind(207137)).toBe("vpn");
    expect(findAsKind(9009)).toBe("vpn");
    expect(findAsKind(174)).toBeNull();
    expect(findAsKind(3356)).toBeNull();
  });
});
