import { describe, expect, it } from "vitest";
import { gameUrlSchema } from "./game-url";

const start = "https://www.roblox.com/games/start?placeId=1";
const message = (text: unknown) => gameUrlSchema.safeParse(text).error?.issues[0]?.message;

describe("gameUrlSchema", () => {
  it.each([
    [" https://www.roblox.com/games/1/Tower ", "https://www.roblox.com/games/1/Tower"],
    ["https://game.example/?x=1", "https://game.example/?x=1"],
    ["roblox://placeId=1&launchData=a%20b", `${start}&launchData=a%20b`],
    ["roblox://placeId=1&launchData={click_id}", `${start}&launchData=%7Bclick_id%7D`],
    ["roblox://experiences/start?placeId=1&linkCode=77", `${start}&linkCode=77`],
    [
      "https://ro.blox.com/Ebh5?af_dp=roblox%3A%2F%2FplaceId%3D1&af_web_dp=https%3A%2F%2Fevil.example",
      start,
    ],
    ["https://ro.blox.com:443/Ebh5?af_web_dp=https%3A%2F%2Fwww.roblox.com%2Fgames%2F1", start],
    [
      "roblox://navigation/share_links?code=ab&type=Server",
      "https://www.roblox.com/share?code=ab&type=Server",
    ],
  ])("takes %s", (text, url) => {
    expect(gameUrlSchema.parse(text)).toBe(url);
  });

  it.each([
    "https://ro.blox.com/Ebh5?af_web_dp=https%3A%2F%2Fevil.example%2F",
    "https://ro.blox.com/Ebh5/short",
    "https://ro.blox.com./Ebh5?af_dp=https%3A%2F%2Fevil.example%2F",
  ])("refuses a deferred link that could lead anywhere: %s", (text) => {
    expect(message(text)).toBe(
      "Game URL must name a Roblox place: use the address of the game's page",
    );
  });

  it.each([
    ...["roblox://games/1", "roblox://evil.example/", "roblox://[", "javascript:alert(1)"],
    `roblox://placeId=1&launchData=${"a".repeat(2_100)}`,
  ])("refuses %s", (text) => {
    expect(message(text)).toMatch(/^Game URL must be a web address/);
  });

  it("holds Roblox's limit for launch data, counted in bytes with the click id in it", () => {
    const size = "Game URL must have at most 200 bytes of launch data, with the click id in it";
    expect(message(`${start}&launchData=${"a".repeat(200)}`)).toBeUndefined();
    expect(message(`${start}&launchData=${"a".repeat(201)}`)).toBe(size);
    expect(message(`${start}&launchData=${"é".repeat(100)}`)).toBeUndefined();
    expect(message(`${start}&launchData=${"é".repeat(101)}`)).toBe(size);
    expect(message(`${start}&launchData=${"a".repeat(164)}{click_id}`)).toBeUndefined();
    expect(message(`${start}&launchData=${"a".repeat(165)}{click_id}`)).toBe(size);
    expect(message(`roblox://placeId=1&launchData=${"a".repeat(201)}`)).toBe(size);
  });

  it("refuses control characters in launch data", () => {
    expect(message(`${start}&launchData=a%0d%0ab`)).toBe(
      "Game URL must not have control characters in its launch data",
    );
  });

  it("requires a text", () => {
    for (const text of [undefined, "", "  "]) expect(message(text)).toBe("Game URL is required");
  });
});
