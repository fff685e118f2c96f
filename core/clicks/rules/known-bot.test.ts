import { describe, expect, it } from "vitest";
import { anonymousContext, newClick } from "../testing/new-click";
import {
  browsersOfPeople,
  declaredBots,
  likelyBrowsersOfPeople,
  previewCrawlers,
  quotedBrowsersOfPeople,
} from "../testing/user-agents";
import { knownBot } from "./requests";

const find = (userAgent: string) => knownBot.find(newClick({ userAgent }), anonymousContext);

const phone = (model: string) =>
  `Mozilla/5.0 (Linux; Android 13; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36`;

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
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) XYZ Chrome/131.0.0.0 Safari/537.36",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.6778.86 Safari/537.36 Mailguard/URL",
    "Mozilla/5.0 Acme/1.0",
    "Mozilla/5.0 (Linux x86_64)",
    "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 (compatible; Nobody/1.0)",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Twitter for iPhone Nobody/1.0 (http://nobody.example/)",
    `${phone("Pixel 8")} Radar/2.1`,
    phone("Screenshotter/1.0"),
    phone("en-gb; Screenshotter"),
    phone("Discovery Build/QP1A.190711.020; Radar/3"),
    `${phone("Discovery")} (compatible; DiscoveryEngine/1.0)`,
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) browser/22.1.0 Chrome/108.0.5359.179 Electron/22.1.0 Safari/537.36 PingdomTMS/22.1",
    "[FBAN/FBIOS;FBAV/500.0.0.45.108] python-requests/2.32.3",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; NobodyFinder) Chrome/131.0.0.0 Safari/537.36",
    "Mozilla/4.0 (compatible; MSIE 6.0; Nobody Client Protocol 4.0)",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 PriceWatcher/1.0",
  ])("finds an unlisted program: %s", (userAgent) => {
    expect(find(userAgent)).not.toBeNull();
  });

  it.each([
    "Mozilla/5.0 (Linux; Android 13; 2201117TG Build/TKQ1.221114.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/122.0.6261.64 Mobile Safari/537.36 com.zhiliaoapp.musically/2023600040 okhttp/3.10.0.1",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 10_0 like Mac OS X) AppleWebKit/602.1.43 (KHTML, like Gecko) AppleNews/607 Version/2.0",
    "Mozilla/5.0 (Linux; Android 12; ROBOT A1 Build/SP1A.210812.016) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Nintendo 3DS; U; ; en) Version/1.7498.EU",
    "Mozilla/5.0 (Linux; Android 7.1.1; Scanner CT40 Build/02.01) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.141 Mobile Safari/537.36",
    "Mozilla/5.0 (Linux; U; Android 10; zh-CN; M2006C3LG Build/QP1A.190711.020) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/69.0.3497.100 UWS/3.22.1.227 Mobile Safari/537.36 AliApp(LA/7.12.0) UCBS/2.11.1.1 TTID/600000@lazada_android_7.12.0 WindVane/8.5.0 720X1449",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GoogleLens/303.0 Mobile/21C66 Safari/604.1 [WebViewInline]",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Ubuntu Chromium/65.0.3325.181 Chrome/65.0.3325.181 Safari/537.36",
    "Mozilla/5.0 (Windows; U; Windows NT 6.1; en-US) AppleWebKit/534.13 (KHTML, like Gecko) Iron Chrome/9.0.600.2 Safari/534.13",
    "SonyEricssonW995/R1HA Browser/NetFront/3.4 Profile/MIDP-2.1 Configuration/CLDC-1.1 JavaPlatform/JP-8.4.4",
    "Mozilla/5.0 (compatible; MSIE 10.0; Windows Phone 8.0; Trident/6.0; IEMobile/10.0; ARM; Touch; NOKIA; Lumia 920)",
    "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/111.0.5563.146 Safari/537.36 VIDAA/9.0(Hisense;SmartTV;50A6;MTK9603;UHD;) Catcher4.69",
    "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/88.0.4324.27 Safari/537.36 OMI/4.22 Catcher4.71 (JVC)",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Honorlock",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.115.0 Chrome/142.0.7444.265 Electron/39.8.5 Safari/537.36",
    "[FBAN/FBIOS;FBAV/500.0.0.45.108;FBDV/iPhone14,5;FBSV/17.6]",
  ])("lets unusual browser user agents pass: %s", (userAgent) => {
    expect(find(userAgent)).toBeNull();
  });

  it.each([
    "Discovery",
    "Hyundai Seoul",
    "Newsday 5",
    "Radar",
    "Capture+",
    "Xbot Junior",
    "Fetcher",
  ])("lets a phone of the model %s pass", (model) => {
    for (const part of [model, `${model} Build/QP1A.190711.020`, `en-gb; ${model} Build/JRO03H`]) {
      expect(find(phone(part))).toBeNull();
      expect(find(`${phone(part)} OPR/76.2.4027.73374`)).toBeNull();
    }
  });

  it("stays quick on a hostile user agent", () => {
    // The processor's time: on a busy machine the clock counts what others do.
    const before = process.cpuUsage();
    const ends = "Mozilla/5.0 (X11; Linux) AppleWebKit/5 (KHTML, like Gecko) Chrome/1 Safari/5 ";
    for (const part of ["Mozilla/5.0 (", "a ", "(", "bot", "AppleWebKit/", "Android ", "a@a-"]) {
      find(`Mozilla/5.0 (${part.repeat(2_048 / part.length)}`);
      find(`${ends}${part.repeat(2_048 / part.length)}`);
    }
    find(" Safari/5 Chrome/1.0.0.0".repeat(85));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(100);
  });
});
