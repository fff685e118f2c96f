import { describe, expect, it } from "vitest";
import { newClick, nobodySignedIn } from "../testing/new-click";
import {
  browsersOfPeople,
  declaredBots,
  likelyBrowsersOfPeople,
  previewCrawlers,
  quotedBrowsersOfPeople,
} from "../testing/user-agents";
import { knownBot } from "./known-bot";

const find = (userAgent: string) => knownBot.find(newClick({ userAgent }), nobodySignedIn);

describe("knownBot", () => {
  it.each([...declaredBots, ...previewCrawlers])("finds %s", (userAgent) => {
    expect(find(userAgent)).not.toBeNull();
  });

  it.each([...browsersOfPeople, ...quotedBrowsersOfPeople, ...likelyBrowsersOfPeople])(
    "lets people pass: %s",
    (userAgent) => {
      expect(find(userAgent)).toBeNull();
    },
  );

  it.each([
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 300.0 (compatible; AdsBot-Google-Mobile; +http://www.google.com/mobile/adsbot.html)",
    "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 TikTok (compatible; Bytespider; https://zhanzhang.toutiao.com/)",
    "Instagram 300.0.0 python-requests/2.32.3",
  ])("does not take an app's name for an excuse: %s", (userAgent) => {
    expect(find(userAgent)).not.toBeNull();
  });

  it("stays quick on a hostile user agent", () => {
    const startedAt = performance.now();
    for (const part of ["Mozilla/5.0 (", "a ", "(", "bot", "AppleWebKit/"]) {
      find(`Mozilla/5.0 (${part.repeat(2_048 / part.length)}`);
    }
    expect(performance.now() - startedAt).toBeLessThan(100);
  });
});
