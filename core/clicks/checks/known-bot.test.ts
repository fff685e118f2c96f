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

  it.each([
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 TideFetcher",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0.0.0 Safari/537.36 LanternScanner/4.2",
    "Mozilla/5.0 Acme/1.0",
    "Mozilla/5.0 (Linux x86_64)",
    "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 (compatible; Nobody/1.0)",
  ])("finds a program that nobody has seen before: %s", (userAgent) => {
    expect(find(userAgent)).not.toBeNull();
  });

  it.each([
    "Mozilla/5.0 (Linux; Android 13; 2201117TG Build/TKQ1.221114.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/122.0.6261.64 Mobile Safari/537.36 com.zhiliaoapp.musically/2023600040 okhttp/3.10.0.1",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 10_0 like Mac OS X) AppleWebKit/602.1.43 (KHTML, like Gecko) AppleNews/607 Version/2.0",
    "Mozilla/5.0 (Linux; Android 12; ROBOT A1 Build/SP1A.210812.016) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Nintendo 3DS; U; ; en) Version/1.7498.EU",
  ])("lets people of odd words pass: %s", (userAgent) => {
    expect(find(userAgent)).toBeNull();
  });

  it("stays quick on a hostile user agent", () => {
    const startedAt = performance.now();
    for (const part of ["Mozilla/5.0 (", "a ", "(", "bot", "AppleWebKit/"]) {
      find(`Mozilla/5.0 (${part.repeat(2_048 / part.length)}`);
    }
    expect(performance.now() - startedAt).toBeLessThan(100);
  });
});
