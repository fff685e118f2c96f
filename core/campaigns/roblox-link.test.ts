import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRobloxLink } from "./destination";

const place = { form: "place", placeId: "6900305353", server: [], launchData: null };
const withData = { ...place, launchData: '{"roomId": 2}' };
const share = {
  form: "share",
  url: "https://www.roblox.com/share?code=0629f8e684039c4d&type=ExperienceDetails",
};

describe("parseRobloxLink", () => {
  it.each([
    ["https://www.roblox.com/games/6900305353/LaunchData-Sample", place],
    ["http://roblox.com/games/6900305353", place],
    ["https://www.roblox.com/de/games/6900305353/x?rbxp=1", place],
    ["https://web.roblox.com/pt-BR/games/6900305353/", place],
    ["https://www.roblox.com./games/6900305353", place],
    ["https://www.roblox.com/games/start?placeId=6900305353", place],
    ["https://www.roblox.com/games/refer?PlaceId=6900305353&SortFilter=1", place],
    [
      "https://www.roblox.com/games/start?placeId=6900305353&launchData=%7B%22roomId%22%3A%202%7D",
      withData,
    ],
    ["roblox://placeId=6900305353&launchData=%7B%22roomId%22%3A%202%7D", withData],
    ["ROBLOX://experiences/start?placeId=6900305353", place],
    [
      "https://ro.blox.com/Ebh5?af_dp=roblox%3A%2F%2FplaceId%3D6900305353%26launchData%3D%257B%2522roomId%2522%253A%25202%257D&af_web_dp=https%3A%2F%2Fwww.roblox.com%2Fgames%2Fstart%3FplaceId%3D6900305353%26launchData%3D%257B%2522roomId%2522%253A%25202%257D",
      withData,
    ],
    [
      "https://ro.blox.com/Ebh5?pid=share&is_retargeting=true&af_dp=roblox%3A%2F%2Fnavigation%2Fgame_details%3FgameId%3D93&af_web_dp=https%3A%2F%2Fwww.roblox.com%2Fgames%2F6900305353",
      place,
    ],
    ["https://ro.blox.com/Ebh5?deep_link_value=roblox://placeId%3D6900305353", place],
    ["https://www.roblox.com/share?code=0629f8e684039c4d&type=ExperienceDetails&stamp=1", share],
    ["https://www.roblox.com/share-links?type=ExperienceDetails&code=0629f8e684039c4d", share],
    ["roblox://navigation/share_links?code=0629f8e684039c4d&type=ExperienceDetails", share],
    [
      "https://ro.blox.com/Ebh5?af_dp=roblox%3A%2F%2Fnavigation%2Fshare_links%3Fcode%3D0629f8e684039c4d%26type%3DExperienceDetails",
      share,
    ],
  ])("reads %s", (text, link) => {
    expect(parseRobloxLink(text)).toEqual(link);
  });

  it.each([
    ...[
      "https://www.roblox.com/",
      "https://www.roblox.com/games/",
      "https://www.roblox.com/games/abc",
    ],
    ...[
      "https://www.roblox.com/games/0",
      "https://www.roblox.com/games/1e3",
      "https://www.roblox.com/games/-1",
    ],
    "https://www.roblox.com/games/12345678901234567890",
    ...["https://www.roblox.com/games/start", "https://www.roblox.com/games/start?placeId=1%262"],
    ...[
      "https://www.roblox.com/share?code=",
      "https://www.roblox.com/share?code=a%2Fb&type=Server",
    ],
    ...["https://devforum.roblox.com/games/1", "https://www.roblox.com/share?code=a&type=%3Cb%3E"],
    ...["roblox://", "roblox://games/1", "roblox://evil.example/?placeId=1", "roblox://["],
    "roblox://navigation/game_details?gameId=1",
    ...[
      "https://ro.blox.com/",
      "https://ro.blox.com/Ebh5/abc",
      "https://ro.blox.com/Ebh5?af_web_dp=https://evil.example/games/1",
    ],
    "https://ro.blox.com/Ebh5?af_dp=https%3A%2F%2Fro.blox.com%2FEbh5%3Faf_dp%3Droblox%253A%252F%252FplaceId%253D1",
  ])("finds no place in %s", (text) => {
    expect(parseRobloxLink(text)).toEqual({ form: "other" });
  });

  it.each([
    ...[
      "https://notroblox.com/games/1",
      "https://roblox.com.evil.example/games/1",
      "https://evil.example/?https://www.roblox.com/games/1",
    ],
    ...[
      "https://www.roblox.com@evil.example/games/1",
      "https://evil.example#@www.roblox.com/games/1",
    ],
    ...[
      "javascript:roblox://placeId=1",
      "xroblox://placeId=1",
      "ftp://www.roblox.com/games/1",
      "",
      "https://",
    ],
  ])("leaves %s to others", (text) => {
    expect(parseRobloxLink(text)).toBeNull();
  });

  it("takes a parameter's first value, and server codes only if they are plain", () => {
    const text =
      "https://www.roblox.com/games/start?PlaceID=1&placeId=2&linkCode=a%26b&gameInstanceId=0f-1&accessCode=";
    expect(parseRobloxLink(text)).toEqual({
      form: "place",
      placeId: "1",
      server: [["gameInstanceId", "0f-1"]],
      launchData: null,
    });
  });

  it("takes any text without throwing, and then only plain place ids and share links of Roblox", () => {
    const starts = fc.constantFrom(
      "",
      "roblox://",
      "https://ro.blox.com/Ebh5?af_dp=",
      "https://www.roblox.com/",
    );
    const words = fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(
        "placeId=",
        "12",
        "games/",
        "start?",
        "&",
        "?",
        "share?code=",
        "a",
        "%",
        "#",
        "@",
        "//",
      ),
      fc.constantFrom(
        "navigation/share_links?",
        "&type=",
        "launchData=",
        "roblox%3A%2F%2F",
        "linkCode=",
      ),
    );
    const texts = fc.tuple(starts, fc.array(words)).map(([first, rest]) => first + rest.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        const link = parseRobloxLink(text);
        if (link?.form === "share") {
          return /^https:\/\/www\.roblox\.com\/share\?code=[\w-]+(?:&type=[A-Za-z]+)?$/.test(
            link.url,
          );
        }
        if (link?.form !== "place") return true;
        const codes = link.server.map(([, value]) => value);
        return /^[1-9]\d{0,18}$/.test(link.placeId) && codes.every((code) => /^[\w-]+$/.test(code));
      }),
      { numRuns: 2_000 },
    );
  });

  it("reads long hostile texts in linear time", () => {
    const before = process.cpuUsage();
    for (const word of ["#", "?", "&", "%", "/", "roblox:", "https://ro.blox.com/?af_dp="]) {
      parseRobloxLink(`roblox://${word.repeat(200_000)}`);
      parseRobloxLink(`https://www.roblox.com/games/${word.repeat(200_000)}`);
    }
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });
});
