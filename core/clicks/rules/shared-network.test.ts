import { expect, it } from "vitest";
import { newClick } from "../testing/new-click";
import { sharedNetwork } from "./addresses";

const range = { range: "100.64.0.0/10", date: "2026-11-22" };
const find = (address: Parameters<typeof sharedNetwork.find>[1]["address"], userAgent?: string) =>
  sharedNetwork.find(newClick(userAgent ? { userAgent } : {}), { address });

it("notes a range that an operator has declared shared", () => {
  const operator = { ...range, effect: "shared" as const };
  expect(find({ operator })).toEqual({
    by: "operator",
    list: "operators",
    ...range,
    fullBrowser: true,
  });
});

it("notes a carrier's address, unless an operator decided otherwise", () => {
  const asn = 21928;
  expect(find({ asn })).toEqual({ by: "carrier", asn, fullBrowser: true });
  const operator = { ...range, effect: "shared" as const };
  expect(find({ asn, operator })).toMatchObject({ by: "operator" });
  expect(find({ asn, operator: { ...range, effect: "allow" } })).toBeNull();
});

it("notes a company with phones and homes on one AS, and no cable company", () => {
  expect(find({ asn: 3320 })).toMatchObject({ by: "mixed", asn: 3320 });
  expect(find({ asn: 7922 })).toBeNull();
});

it("notes whether the browser keeps cookies", () => {
  const inApp =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 361.0.0.35.82";
  expect(find({ asn: 21928 }, inApp)).toMatchObject({ fullBrowser: false });
});

it("does not note allowed ranges, denied ranges and unknown addresses", () => {
  expect(find({ operator: { ...range, effect: "allow" } })).toBeNull();
  expect(find({ operator: { ...range, effect: "deny" } })).toBeNull();
  expect(find({})).toBeNull();
});
