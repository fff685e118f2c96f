import { expect, it } from "vitest";
import { editShareLinkSchema, noShareLink } from "./campaign-input";

it.each([
  [" https://www.roblox.com/share?code=ab12&type=ExperienceDetails&stamp=1 "],
  ["https://www.roblox.com/share-links?type=ExperienceDetails&code=ab12&pid=x"],
  ["roblox://navigation/share_links?code=ab12&type=ExperienceDetails"],
])("takes %s", (shareLink) => {
  expect(editShareLinkSchema.parse({ shareLink })).toEqual({
    shareLink: "https://www.roblox.com/share?code=ab12&type=ExperienceDetails",
  });
});

it.each([
  ...["", "https://www.roblox.com/games/1", "https://evil.example/share?code=ab12"],
  ...["https://www.roblox.com/share?code=a/b", "https://www.roblox.com.evil.example/share?code=a"],
  "https://ro.blox.com/Ebh5?af_web_dp=https%3A%2F%2Fevil.example%2Fshare%3Fcode%3Da",
  `https://www.roblox.com/share?code=ab&x=${"a".repeat(3_000)}`,
])("refuses %s", (shareLink) => {
  const parsed = editShareLinkSchema.safeParse({ shareLink });
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([noShareLink()]);
});

it("takes null, which removes the link", () => {
  expect(editShareLinkSchema.parse({ shareLink: null })).toEqual({ shareLink: null });
});
