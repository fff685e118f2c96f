import { expect, it } from "vitest";
import { findSignals } from "../checks";
import { policy } from "../release-policy";
import { decideVerdict } from "../spending";
import { anonymousContext, newClick } from "../testing/new-click";
import { vpn } from "./addresses";

const listed = { list: "one", date: "2026-08-22" };
const find = (address: Parameters<typeof vpn.find>[1]["address"]) =>
  vpn.find(newClick(), { address });

it("names the list that has the address, and its date", () => {
  expect(find({ vpn: listed })).toEqual(listed);
});

it("lets relays pass, and what an operator has allowed", () => {
  expect(find({ vpn: listed, relay: listed })).toBeNull();
  const operator = { range: "203.0.113.0/24", effect: "allow", date: "2026-08-22" } as const;
  expect(find({ vpn: listed, operator })).toBeNull();
});

it("is held and not refused where a VPN's exit is at a hoster", () => {
  const address = { vpn: listed, datacenter: { list: "two", date: "2026-08-22" } };
  const signals = findSignals(newClick(), { ...anonymousContext, address });
  expect(signals).toEqual([{ signal: "vpn", evidence: listed }]);
  expect(decideVerdict(["vpn"], policy.effects).verdict).toBe("held");
});

it("lets every other address pass", () => {
  expect(find({})).toBeNull();
  expect(find({ tor: listed })).toBeNull();
});
