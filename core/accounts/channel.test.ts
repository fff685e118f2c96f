import { describe, expect, it } from "vitest";
import { describeChannel, isSameChannel, parseChannel } from "./channels";

it.each([
  [
    "https://www.youtube.com/@Ann.Plays",
    "youtube",
    "@ann.plays",
    "https://www.youtube.com/@ann.plays",
  ],
  ["m.youtube.com/@ann/?si=abc#about", "youtube", "@ann", "https://www.youtube.com/@ann"],
  ["http://TikTok.com/@ann_1?lang=en", "tiktok", "@ann_1", "https://www.tiktok.com/@ann_1"],
  ["twitch.tv/Ann", "twitch", "@ann", "https://www.twitch.tv/ann"],
  ["instagram.com/a.n.n/", "instagram", "@a.n.n", "https://www.instagram.com/a.n.n/"],
  ["https://twitter.com/Ann", "x", "@ann", "https://x.com/ann"],
  ["x.com/ann", "x", "@ann", "https://x.com/ann"],
  ["www.Ann.Example", "website", "ann.example", "https://www.ann.example/"],
  ["  https://ann.example./?ref=1 ", "website", "ann.example", "https://ann.example/"],
])("reads %s", (text, platform, name, url) => {
  expect(parseChannel(text)).toEqual({ platform, name, url });
});

describe("refuses", () => {
  it.each([
    ["nothing", ""],
    ["a video", "https://www.youtube.com/watch?v=abc"],
    ["a page of another's comments", "https://www.youtube.com/@ann/community"],
    ["another site of a platform", "https://studio.youtube.com/@ann"],
    ["a lookalike of a name", "https://www.youtube.com/@аnn"],
    ["an encoded path", "https://www.tiktok.com/@a%2fb"],
    ["a post", "https://www.instagram.com/p/abc/"],
    ["a platform as a website", "https://youtube.com/"],
    ["a page on a website", "https://site.example/users/ann"],
    [
      "a search that repeats its words",
      "https://site.example/search?q=fairclick-abcdefgh".replace("search", "s/"),
    ],
    ["an address", "https://8.8.8.8/"],
    ["a private address", "https://[::1]/"],
    ["an encoded address", "https://0x7f.1/"],
    ["a private name", "https://router.local/"],
    ["a name without a dot", "intranet"],
    ["a port", "https://ann.example:8443/"],
    ["a password", "https://ann:secret@ann.example/"],
    ["another scheme", "ftp://ann.example/"],
    ["a script", "javascript://youtube.com/@ann"],
    ["a long text", `ann.example/?${"a".repeat(300)}`],
  ])("%s", (_, text) => {
    expect(parseChannel(text)).toBeNull();
  });
});

it.each([
  ["youtube.com/@ann", "https://www.youtube.com/@ANN", true],
  ["youtube.com/@ann", "https://www.youtube.com/@bob", false],
  ["youtube.com/@ann", "https://consent.youtube.com/m?continue=x", false],
  ["instagram.com/ann", "https://www.instagram.com/accounts/login/", false],
  ["ann.example", "https://www.ann.example/en/", true],
  ["ann.example", "https://blog.ann.example/", false],
  ["ann.example", "https://evil.example/", false],
])("knows whether %s that leads to %s is the same channel", (text, next, same) => {
  const channel = parseChannel(text);
  expect(channel && isSameChannel(channel, new URL(next))).toBe(same);
});

it("describes a channel", () => {
  expect(describeChannel({ platform: "youtube", name: "@ann" })).toBe("YouTube @ann");
  expect(describeChannel({ platform: "website", name: "ann.example" })).toBe("ann.example");
});
