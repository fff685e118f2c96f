import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type CreatorContent,
  contentCategories,
  contentPlatforms,
  creatorContentSchema,
  describeWanted,
  wantsAtLeast,
  wantsCreator,
} from "./creator-content";

const content: fc.Arbitrary<CreatorContent> = fc.record({
  categories: fc.subarray(contentCategories.slice(0, 3)),
  platforms: fc.subarray(contentPlatforms.slice(0, 3)),
});
const everybody: CreatorContent = { categories: [], platforms: [] };

it("wants every creator if it names nothing", () => {
  fc.assert(fc.property(content, (made) => wantsCreator(everybody, made)));
});

it.each<[Partial<CreatorContent>, Partial<CreatorContent>, boolean]>([
  [{ categories: ["Roblox", "Art"] }, { categories: ["Art"] }, true],
  [{ categories: ["Roblox"] }, { categories: ["Art"] }, false],
  [{ categories: ["Roblox"] }, {}, false],
  [{ platforms: ["X"] }, { categories: ["Art"], platforms: ["X", "TikTok"] }, true],
  [
    { categories: ["Art"], platforms: ["X"] },
    { categories: ["Art"], platforms: ["TikTok"] },
    false,
  ],
])("compares what is wanted, %j, with what is made, %j", (wanted, made, fits) => {
  expect(wantsCreator({ ...everybody, ...wanted }, { ...everybody, ...made })).toBe(fits);
});

it("loses no creator when it widens", () => {
  fc.assert(
    fc.property(content, content, content, (before, after, made) => {
      if (wantsAtLeast(before, after) && wantsCreator(before, made)) {
        expect(wantsCreator(after, made)).toBe(true);
      }
    }),
  );
  expect(wantsAtLeast({ ...everybody, categories: ["Art"] }, everybody)).toBe(true);
  expect(wantsAtLeast(everybody, { ...everybody, categories: ["Art"] })).toBe(false);
});

it("sorts choices, drops repeats, and refuses what is not on the list", () => {
  const parsed = creatorContentSchema.parse({
    categories: ["Art", "Roblox", "Art"],
    platforms: [],
  });
  expect(parsed).toEqual({ categories: ["Roblox", "Art"], platforms: [] });
  for (const wrong of [
    { categories: ["Spam"] },
    { platforms: ["youtube"] },
    { categories: "Art" },
  ]) {
    expect(creatorContentSchema.safeParse({ ...everybody, ...wrong }).success).toBe(false);
  }
  const endless = { categories: Array.from({ length: 1_000 }, () => "Art"), platforms: [] };
  expect(creatorContentSchema.safeParse(endless).success).toBe(false);
});

it("describes the wanted creators", () => {
  expect(describeWanted(everybody)).toBeNull();
  expect(describeWanted({ ...everybody, platforms: ["X"] })).toBe("on X");
  expect(describeWanted({ categories: ["Art", "Music"], platforms: ["X", "TikTok"] })).toBe(
    "Art or Music, on X or TikTok",
  );
});
