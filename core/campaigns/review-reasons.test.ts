import { expect, it } from "vitest";
import {
  describeReview,
  findReviewReasons,
  isTrustedHost,
  type ReviewFacts,
  type ReviewReason,
} from "./reviews";

const usual: ReviewFacts = {
  host: "game.example",
  trustedHosts: ["roblox.com"],
  hasBeenLive: true,
  isKnownHost: true,
  isReportedHost: false,
  isReportedDeveloper: false,
  price: { micros: 1_500n, median: { developers: 10, micros: 1_500n } },
};
const price = (micros: bigint, developers = 10) => ({
  price: { micros, median: { developers, micros: 1_500n } },
});

it.each<[string, Partial<ReviewFacts>, ReviewReason[]]>([
  ["a known developer on a known host", {}, []],
  ["a first campaign on a known host", { hasBeenLive: false }, ["first_campaign"]],
  ["a known developer on a new host", { isKnownHost: false }, ["new_host"]],
  [
    "a first campaign on a trusted host",
    { host: "www.roblox.com", hasBeenLive: false, isKnownHost: false },
    [],
  ],
  [
    "a first campaign on a host that imitates a trusted one",
    { host: "roblox.com.evil.example", hasBeenLive: false, isKnownHost: false },
    ["first_campaign", "new_host"],
  ],
  ["a host with a confirmed address", { isReportedHost: true }, ["reported_host"]],
  ["a trusted host with a confirmed address", { host: "www.roblox.com", isReportedHost: true }, []],
  [
    "a developer with a confirmed address, on a trusted host too",
    { host: "www.roblox.com", isReportedDeveloper: true },
    ["reported_developer"],
  ],
  ["ten times the median", price(15_000n), []],
  ["more than that", price(15_001n), ["unusual_price"]],
  ["a tenth of the median", price(150n), []],
  ["less than that", price(149n), ["unusual_price"]],
  ["any price while few developers pay", price(5_000_000n, 9), []],
  ["a change that keeps the price", { price: null }, []],
])("%s", (_, facts, reasons) => {
  expect(findReviewReasons({ ...usual, ...facts })).toEqual(reasons);
});

it.each([
  ["roblox.com", true],
  ["www.roblox.com", true],
  ["notroblox.com", false],
  ["roblox.com.example", false],
  ["com", false],
])("trusts %s: %s", (host, isTrusted) => {
  expect(isTrustedHost(host, ["roblox.com"])).toBe(isTrusted);
});

it("explains every reason in one sentence", () => {
  expect(describeReview(["first_campaign", "new_host"])).toBe(
    "It waits for review, because it is your first one for a website that we do not know and no campaign has led to its website before. An operator decides within 24 hours.",
  );
});
