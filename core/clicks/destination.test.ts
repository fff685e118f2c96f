import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWebUrl } from "../schemas/web-url";
import { compileDestination } from "./destination";

const id = "0190163d-8694-739b-aea5-966c26f8ad91";

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
    [
      "https://www.roblox.com/games/920587237/Adopt-Me",
      `https://www.roblox.com/games/920587237/Adopt-Me?launchData=fc_${id}`,
    ],
    [
      "https://www.roblox.com/games/start?placeId=920587237",
      `https://www.roblox.com/games/start?placeId=920587237&launchData=fc_${id}`,
    ],
    [
      "https://www.roblox.com/games/start?placeId=1&launchData=theirs",
      `https://www.roblox.com/games/start?placeId=1&launchData=theirs&fc_click=${id}`,
    ],
    ["https://notroblox.com/", `https://notroblox.com/?fc_click=${id}`],
    ["https://game.example/?c={click_id}", `https://game.example/?c=${id}`],
    ["https://game.example/{click_id}/{CLICK_ID}#x", `https://game.example/${id}/${id}#x`],
    [
      "https://www.roblox.com/games/start?placeId=1&launchData=id:{click_id}",
      `https://www.roblox.com/games/start?placeId=1&launchData=id:${id}`,
    ],
  ])("%s", (gameUrl, destination) => {
    expect(compileDestination(gameUrl)(id)).toBe(destination);
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
      .filter((url) => isWebUrl(url) && !/click_id/i.test(url));
    fc.assert(
      fc.property(urls, (gameUrl) => {
        const before = new URL(gameUrl);
        const destination = compileDestination(gameUrl)(id);
        const after = new URL(destination);
        expect(after.href).toBe(destination);
        expect([after.origin, after.pathname, after.hash]).toEqual([
          before.origin,
          before.pathname,
          before.hash,
        ]);
        expect(after.searchParams.getAll("fc_click")).toEqual([id]);
        after.searchParams.delete("fc_click");
        before.searchParams.delete("fc_click");
        expect([...after.searchParams]).toEqual([...before.searchParams]);
        expect(new Headers({ location: destination }).get("location")).toBe(destination);
      }),
      { numRuns: 1_000 },
    );
  });
});
