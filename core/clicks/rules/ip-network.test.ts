import { expect, it } from "vitest";
import { policy } from "../release-policy";
import { type GivenClick, judgeTestClicks } from "../testing/judge-test-clicks";

const hex = (number: number) => number.toString(16);

/** Clicks five minutes apart, each from a /64 and with a device of its own. */
const rotating = (network: (index: number) => string, change: Partial<GivenClick> = {}) =>
  Array.from({ length: 100 }, (_, index) => ({
    minute: index * 5,
    ipKey: `${network(index)}::/64`,
    ...change,
  }));

const rest = 100 - policy.networkClicks;
const heldAfter = [...Array(policy.networkClicks).fill("paid"), ...Array(rest).fill("ip_network")];

it.each([
  ["/48", (index: number) => `2001:db8:7:${hex(index * 300)}`],
  ["/56", (index: number) => `2001:db8:7:${hex(0x100 + index)}`],
])("holds a %s that makes most of a link's clicks", (_name, network) => {
  expect(judgeTestClicks(rotating(network))).toEqual(heldAfter);
});

it("lets a network pass that makes few of the link's clicks", () => {
  const network = rotating((index) => `2001:db8:7:${hex(index)}`);
  const others = Array.from({ length: 500 }, (_, index) => ({
    minute: index,
    ipKey: `2001:db8:${hex(0x1000 + index)}:1::/64`,
  }));
  const reasons = judgeTestClicks([...others, ...network]);
  expect(new Set(reasons)).toEqual(new Set(["paid"]));
});

it("counts what the link was paid before", () => {
  const paid = [{ startsAt: Date.UTC(2026, 2, 3, 11), clicks: 1_000, unshared: 1_000 }];
  const paidOfLinks = new Map([["campaign:creator", paid]]);
  const clicks = rotating((index) => `2001:db8:7:${hex(index)}`);
  expect(new Set(judgeTestClicks(clicks, { paidOfLinks }))).toEqual(new Set(["paid"]));
});

it("counts links and networks apart", () => {
  const links = rotating((index) => `2001:db8:7:${hex(index)}`).map((click, index) => ({
    ...click,
    creatorId: `creator${index % 3}`,
  }));
  expect(new Set(judgeTestClicks(links))).toEqual(new Set(["paid"]));
  const sites = rotating((index) => `2001:db8:${hex(index + 1)}:1`);
  expect(new Set(judgeTestClicks(sites))).toEqual(new Set(["paid"]));
});

it.each<[string, Partial<GivenClick>]>([
  ["relays", { found: ["relay"] }],
  ["campuses", { shared: { by: "campus", fullBrowser: true } }],
  ["ranges that an operator declares shared", { shared: { by: "operator", fullBrowser: true } }],
])("leaves %s alone", (_name, change) => {
  const clicks = rotating((index) => `2001:db8:7:${hex(index)}`, change);
  expect(new Set(judgeTestClicks(clicks))).toEqual(new Set(["paid"]));
});

it("holds a carrier's network on every campaign: a modem changes its /64 there", () => {
  const shared = { by: "carrier", fullBrowser: true } as const;
  const clicks = rotating((index) => `2001:db8:7:${hex(index * 300)}`, { shared });
  expect(judgeTestClicks(clicks, { clickRules: "shared-aware" })).toEqual(heldAfter);
});
