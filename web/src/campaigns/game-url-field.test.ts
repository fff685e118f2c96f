import { expect, it } from "vitest";
import { writeClickIdGuide } from "./game-url-field";

it.each([
  ["https://www.roblox.com/games/1", true, "GetJoinData().LaunchData"],
  ["https://www.roblox.com/games/1?launchData=a{click_id}", true, "GetJoinData().LaunchData"],
  ["https://game.example/", true, 'get("fc_click")'],
  ["https://game.example/{click_id}", true, null],
  ["https://www.roblox.com/games/1?launchData=mine", false, null],
  ["https://www.roblox.com/share?code=ab&type=ExperienceDetails", false, null],
  ["https://www.roblox.com/home", false, null],
])("%s: carried is %s, read by %s", (gameUrl, isCarried, code) => {
  const guide = writeClickIdGuide(gameUrl);
  expect(guide.isCarried).toBe(isCarried);
  if (code) expect(guide.code).toContain(code);
  else expect(guide.code).toBeNull();
});

it("names the placeholder wherever the developer can choose the id's place", () => {
  for (const gameUrl of ["https://www.roblox.com/games/1", "https://game.example/"]) {
    expect(writeClickIdGuide(gameUrl).text).toContain("{click_id}");
  }
});
