import { describe, expect, it } from "vitest";
import { canonicalAddress, hostAndParents, includesAddress } from "./game-url";

const address = (gameUrl: string) => canonicalAddress(gameUrl).address;

describe("canonicalAddress", () => {
  it.each([
    ["http://WWW.Evil.example/Play/", "https://evil.example/play"],
    ["https://evil.example/play#now", "https://evil.example/play"],
    ["https://evil.example/%70lay//", "https://evil.example/play"],
    ["https://%65vil.example./play", "https://evil.example/play"],
    ["https://evil.example/?b=2&a=1&fc_click=9", "https://evil.example?a=1&b=2"],
    ["https://evil.example:443/play", "https://evil.example/play"],
    ["https://www.roblox.com/de/games/42/Other-Name", "https://m.roblox.com/games/42"],
    ["https://www.roblox.com/games/start?placeId=42&launchData=x", "https://roblox.com/games/42"],
  ])("reads %s and %s as the same", (one, other) => {
    expect(address(one)).toBe(address(other));
  });

  it.each([
    ["https://evil.example/play", "https://evil.example/other"],
    ["https://store.example/app?id=good", "https://store.example/app?id=bad"],
    ["https://evil.example/play", "https://evil.example:8443/play"],
    ["https://www.roblox.com/games/42", "https://www.roblox.com/games/421"],
    ["https://evil.example/a%2fb", "https://evil.example/a/b"],
  ])("tells %s from %s", (one, other) => {
    expect(address(one)).not.toBe(address(other));
  });

  it("is printable ASCII, whatever was typed", () => {
    const typed = "https://bücher.example/\u202egnp.exe?q=\u{1f600}%1b#\u0301";
    expect(address(typed)).toMatch(/^[\x21-\x7e]+$/);
  });
});

describe("includesAddress", () => {
  const evil = { ...canonicalAddress("https://evil.example/play"), wholeHost: false };
  const includes = (gameUrl: string, wholeHost = false) =>
    includesAddress({ ...evil, wholeHost }, canonicalAddress(gameUrl));

  it("means one address, or a host with its subdomains", () => {
    expect(includes("https://evil.example/play")).toBe(true);
    expect(includes("https://evil.example/other")).toBe(false);
    expect(includes("https://evil.example/other", true)).toBe(true);
    expect(includes("https://sub.evil.example/", true)).toBe(true);
    expect(includes("https://notevil.example/", true)).toBe(false);
    expect(includes("https://example/", true)).toBe(false);
  });
});

it("names the domains that a host belongs to", () => {
  expect(hostAndParents("a.b.evil.example")).toEqual([
    "a.b.evil.example",
    "b.evil.example",
    "evil.example",
  ]);
  expect(hostAndParents("evil.example")).toEqual(["evil.example"]);
});
