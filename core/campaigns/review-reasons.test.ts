import { expect, it } from "vitest";
import { listApprovable } from "./game-url";
import {
  describeReview,
  findReviewReasons,
  isTrustedAddress,
  type ReviewFacts,
  type ReviewReason,
} from "./reviews";

const usual: ReviewFacts = {
  gameUrl: "https://game.example/play",
  trustedHosts: ["roblox.com"],
  hasBeenApproved: true,
  isApproved: true,
  isReportedHost: false,
  isReportedDeveloper: false,
  price: { micros: 1_500n, median: { developers: 10, micros: 1_500n } },
};
const price = (micros: bigint, developers = 10) => ({
  price: { micros, median: { developers, micros: 1_500n } },
});

it.each<[string, Partial<ReviewFacts>, ReviewReason[]]>([
  ["a known developer at an approved address", {}, []],
  ["a first campaign at an approved address", { hasBeenApproved: false }, ["first_campaign"]],
  ["a known developer at a new address", { isApproved: false }, ["new_host"]],
  [
    "a first campaign on a trusted host",
    { gameUrl: "https://www.roblox.com/games/1", hasBeenApproved: false, isApproved: false },
    [],
  ],
  [
    "a first campaign on a host that imitates a trusted one",
    {
      gameUrl: "https://roblox.com.evil.example/games/1",
      hasBeenApproved: false,
      isApproved: false,
    },
    ["first_campaign", "new_host"],
  ],
  ["a host with a confirmed address", { isReportedHost: true }, ["reported_host"]],
  [
    "a trusted host with a confirmed address",
    { gameUrl: "https://www.roblox.com/games/1", isReportedHost: true },
    [],
  ],
  [
    "a developer with a confirmed address, on a trusted host too",
    { gameUrl: "https://www.roblox.com/games/1", isReportedDeveloper: true },
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
  ["https://roblox.com/games/1", true],
  ["https://m.roblox.com/en-us/games/1/Tower", true],
  ["https://www.roblox.com/share?code=ab&type=ExperienceInvite", true],
  ["https://www.roblox.com/share?code=ab&type=Server", true],
  ["https://www.roblox.com/share?code=ab", false],
  ["https://www.roblox.com/games/none", false],
  ["https://create.roblox.com/games/1", false],
  ["https://notroblox.com/games/1", false],
  ["https://roblox.com.example/games/1", false],
  ["https://com/games/1", false],
  ["https://shop.example/any", true],
  ["https://www.shop.example:444/any", true],
  ["https://user.shop.example/any", false],
])("trusts %s: %s", (gameUrl, isTrusted) => {
  expect(isTrustedAddress(gameUrl, ["roblox.com", "shop.example"])).toBe(isTrusted);
});

it.each([
  ["https://www.Site.example:8/A/b/?z=1&fc_click=x&a=2#c", "site.example:8/A/b?a=2&z=1"],
  ["https://site.example", "site.example"],
  ["https://site.example/a/../b", "site.example/b"],
])("approves %s as %s", (gameUrl, address) => {
  expect(listApprovable(gameUrl)[0]).toBe(address);
});

it("lists what is above an address, unless its path may lead out of there", () => {
  expect(listApprovable("https://site.example/a/b?c")).toEqual([
    ...["site.example/a/b?c=", "site.example/a/b", "site.example", "site.example/a"],
  ]);
  expect(listApprovable("https://site.example/a/%2E./b")).not.toContain("site.example/a");
  for (const escaped of ["..%2fb", "%5c", "%252e"]) {
    expect(listApprovable(`https://site.example/a/${escaped}`)).toHaveLength(1);
  }
});

it("explains every reason in one sentence", () => {
  expect(describeReview(["first_campaign", "new_host"])).toBe(
    "It waits for review, because it is your first one for a website that we do not know and no campaign has led to this part of its website before. An operator decides within 24 hours.",
  );
});
