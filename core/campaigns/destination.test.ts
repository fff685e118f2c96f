import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWebUrl } from "../web-addresses";
import { compileDestination, findClickIdCarrier, parseRobloxLink } from "./destination";

const id = "0190163d-8694-739b-aea5-966c26f8ad91";
const phone =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36";
const start = "https://www.roblox.com/games/start";

describe("compileDestination", () => {
  it.each([
    ["https://game.example/play", `https://game.example/play?fc_click=${id}`],
    ["https://game.example", `https://game.example/?fc_click=${id}`],
    ["https://game.example/?a=1&b", `https://game.example/?a=1&b&fc_click=${id}`],
    ["https://game.example/?", `https://game.example/?fc_click=${id}`],
    ["https://game.example/#/lobby?x=1", `https://game.example/?fc_click=${id}#/lobby?x=1`],
    ["https://game.example/?q=a%20b+c#", `https://game.example/?q=a%20b+c&fc_click=${id}#`],
    ["https://game.example/?fc_click=old&a=1", `https://game.example/?a=1&fc_click=${id}`],
    ["https://game.example/spiel/über", `https://game.example/spiel/%C3%BCber?fc_click=${id}`],
    ["https://notroblox.com/games/1", `https://notroblox.com/games/1?fc_click=${id}`],
    ["https://game.example/?c={click_id}", `https://game.example/?c=${id}`],
    ["https://game.example/{click_id}/{CLICK_ID}#x", `https://game.example/${id}/${id}#x`],
  ])("%s", (gameUrl, destination) => {
    const compiled = compileDestination(gameUrl);
    expect([compiled(id), compiled(id, phone)]).toEqual([destination, destination]);
  });

  it.each([
    ["https://www.roblox.com/games/920587237/Adopt-Me", "920587237", `fc_${id}`],
    [`${start}?placeId=1&launchData=id:{click_id}`, "1", `id:${id}`],
    [`${start}?placeId=1&launchData=%7b%22c%22:%22%7Bclick_id%7d%22%7d`, "1", `{"c":"${id}"}`],
    [`${start}?placeId=1&launchData=theirs`, "1", "theirs"],
    [`${start}?placeId=1&launchData=`, "1", `fc_${id}`],
    [`${start}?placeId=1&launchData=a%26placeId%3D2%23`, "1", "a&placeId=2#"],
    ["https://www.roblox.com/games/1?x={click_id}#launchData=y", "1", `fc_${id}`],
  ])("builds the documented launch link of %s", (gameUrl, placeId, launchData) => {
    const compiled = compileDestination(gameUrl);
    const web = `${start}?placeId=${placeId}&launchData=${encodeURIComponent(launchData)}`;
    expect(compiled(id)).toBe(web);
    const deferred = new URL(compiled(id, phone));
    expect(`${deferred.origin}${deferred.pathname}`).toBe("https://ro.blox.com/Ebh5");
    const app = `roblox://placeId=${placeId}&launchData=${encodeURIComponent(launchData)}`;
    expect([...deferred.searchParams]).toEqual([
      ["af_dp", app],
      ["deep_link_value", app],
      ["af_web_dp", web],
    ]);
  });

  it("writes the deferred link exactly as Roblox documents it, with the value for Android", () => {
    const compiled = compileDestination(
      `${start}?placeId=6900305353&launchData=%7B%22roomId%22%3A%202%7D`,
    );
    const app =
      "roblox%3A%2F%2FplaceId%3D6900305353%26launchData%3D%257B%2522roomId%2522%253A%25202%257D";
    const web =
      "https%3A%2F%2Fwww.roblox.com%2Fgames%2Fstart%3FplaceId%3D6900305353%26launchData%3D%257B%2522roomId%2522%253A%25202%257D";
    expect(compiled(id, phone)).toBe(
      `https://ro.blox.com/Ebh5?af_dp=${app}&deep_link_value=${app}&af_web_dp=${web}`,
    );
  });

  it("keeps the private server, and nothing else that Roblox does not document", () => {
    const gameUrl = "https://www.roblox.com/games/1/X?privateServerLinkCode=77_a-B&utm=x&userId=5";
    expect(compileDestination(gameUrl)(id)).toBe(
      `${start}?placeId=1&linkCode=77_a-B&launchData=fc_${id}`,
    );
  });

  it.each([
    [
      "https://www.roblox.com/share?code=ab12&type=ExperienceDetails&stamp=1",
      "?code=ab12&type=ExperienceDetails",
    ],
    ["https://www.roblox.com/share-links?code=ab12&launchData={click_id}", "?code=ab12"],
  ])("adds nothing to a share link, which cannot carry the id: %s", (gameUrl, query) => {
    expect(compileDestination(gameUrl)(id, phone)).toBe(`https://www.roblox.com/share${query}`);
  });

  it("leaves a page of Roblox that is no game as it is", () => {
    const gameUrl = "https://www.roblox.com/communities/5/Towers?a=b";
    expect(compileDestination(gameUrl)(id, phone)).toBe(gameUrl);
  });

  it.each([
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15", true],
    ["Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15", true],
    [phone, true],
    [
      "Mozilla/5.0 (Linux; Android 14; BRAVIA 4K) AppleWebKit/537.36 Chrome/128 Safari/537.36",
      false,
    ],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/128", false],
    ["Mobile", false],
    ["", false],
    [null, false],
  ])("%s gets the link for phones: %s", (userAgent, isPhone) => {
    const { host } = new URL(compileDestination("https://www.roblox.com/games/1")(id, userAgent));
    expect(host).toBe(isPhone ? "ro.blox.com" : "www.roblox.com");
  });

  it("never breaks a URL: same place, every other parameter, the id once, nothing a header refuses", () => {
    const words = fc.string({ unit: "grapheme", maxLength: 12 });
    const urls = fc
      .record({
        base: fc.webUrl({ withFragments: true, withQueryParameters: true }),
        extra: fc.array(fc.tuple(words, words), { maxLength: 4 }),
      })
      .map(({ base, extra }) => {
        const url = new URL(base);
        for (const [name, value] of extra) url.searchParams.append(name, value);
        return url.href;
      })
      .filter((url) => isWebUrl(url) && !/click_id/i.test(url) && !parseRobloxLink(url));
    const others = (url: URL) =>
      JSON.stringify([...url.searchParams].filter(([name]) => name !== "fc_click"));
    fc.assert(
      fc.property(urls, (gameUrl) => {
        const before = new URL(gameUrl);
        const destination = compileDestination(gameUrl)(id);
        const after = new URL(destination);
        const header = new Headers({ location: destination }).get("location");
        return (
          after.href === destination &&
          after.origin === before.origin &&
          after.pathname === before.pathname &&
          after.hash === before.hash &&
          after.searchParams.getAll("fc_click").join() === id &&
          others(after) === others(before) &&
          header === destination
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it("keeps launch data inside its parameter, whatever it contains, and hands it over unchanged", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
    const mixed = fc
      .array(fc.oneof(text, fc.constantFrom("&placeId=2", "#", "%26", "{click_id}", "\r\n", "=")))
      .map((words) => words.join(""))
      .filter((launchData) => launchData !== "");
    fc.assert(
      fc.property(mixed, fc.boolean(), (launchData, isPhone) => {
        const gameUrl = `${start}?launchData=${encodeURIComponent(launchData)}&placeId=1`;
        const destination = compileDestination(gameUrl)(id, isPhone ? phone : null);
        const url = new URL(destination);
        const web = new URL(isPhone ? (url.searchParams.get("af_web_dp") ?? "") : destination);
        return (
          new Headers({ location: destination }).get("location") === destination &&
          web.hash === "" &&
          JSON.stringify([...web.searchParams]) ===
            JSON.stringify([
              ["placeId", "1"],
              ["launchData", launchData.replace(/(?:\{|%7b)click_id(?:\}|%7d)/gi, id)],
            ])
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("findClickIdCarrier", () => {
  it.each([
    ["https://game.example/", "query"],
    ["https://game.example/{click_id}", "placeholder"],
    ["https://www.roblox.com/games/1", "launch_data"],
    ["https://www.roblox.com/games/1?launchData={click_id}", "own_launch_data"],
    ["https://www.roblox.com/games/1?launchData=mine", "none_launch_data"],
    ["https://www.roblox.com/share?code=ab&type=ExperienceDetails", "none_share_link"],
    ["https://www.roblox.com/users/1/profile?x={click_id}", "none_page"],
  ])("%s: %s", (gameUrl, carrier) => {
    expect(findClickIdCarrier(gameUrl)).toBe(carrier);
  });
});
