import { expect, it } from "vitest";
import { writeClickIdGuide } from "./campaign-fields";

it.each([
  ["https://www.roblox.com/games/1", true],
  ["https://www.roblox.com/games/1?launchData=a{click_id}", true],
  ["https://game.example/", true],
  ["https://game.example/{click_id}", true],
  ["https://www.roblox.com/games/1?launchData=mine", false],
  ["https://www.roblox.com/share?code=ab&type=ExperienceDetails", false],
  ["https://www.roblox.com/home", false],
])("%s: carried is %s", (gameUrl, isCarried) => {
  expect(writeClickIdGuide(gameUrl).isCarried).toBe(isCarried);
});

it("names the placeholder wherever the developer can choose the id's place", () => {
  for (const gameUrl of ["https://www.roblox.com/games/1", "https://game.example/"]) {
    expect(writeClickIdGuide(gameUrl).text).toContain("{click_id}");
  }
});
