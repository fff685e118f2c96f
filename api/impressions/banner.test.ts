import fc from "fast-check";
import { expect, it } from "vitest";
import { drawBanner } from "./impressions";

const listTags = (svg: string) =>
  (svg.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/aria-label="[^"]*"/, ""));
const listTexts = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1]);
const plain = listTags(drawBanner({ gameTitle: "Obby", description: "Jump." }));

it("shows the game's texts", () => {
  const svg = drawBanner({ gameTitle: "Tower of Fun", description: "Climb the tower." });
  expect(listTexts(svg)).toEqual([
    "Tower of Fun",
    "Climb the tower.",
    "Ad · Fairclick",
    "Play now",
  ]);
  expect(svg).toContain('aria-label="Tower of Fun"');
});

it("truncates long texts by their width", () => {
  const shown = (gameTitle: string) =>
    listTexts(drawBanner({ gameTitle, description: "" }))[0] ?? "";
  expect(shown("i".repeat(200))).toMatch(/^i{30,40}…$/);
  expect(shown("W".repeat(200))).toMatch(/^W{10,14}…$/);
  expect(shown("塔".repeat(200))).toMatch(/^塔{9,13}…$/);
  expect(shown("Short & sweet")).toBe("Short &amp; sweet");
});

it("keeps its shapes and stays valid XML for any campaign text", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.constantFrom(
      '"/><script>alert(1)</script>',
      "]]><svg onload=alert(1)>",
      "&lt;&#0;&bogus;",
      "\u202edrawkcab\u0000\u0008\ufffe\ud800",
    ),
  );
  fc.assert(
    fc.property(text, text, (gameTitle, description) => {
      const svg = drawBanner({ gameTitle, description });
      expect(listTags(svg)).toEqual(plain);
      expect(svg.isWellFormed()).toBe(true);
      expect(svg.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\ufffe\uffff]/u);
      expect(svg.replace(/&(?:amp|lt|gt|quot|#39);/g, "")).not.toContain("&");
    }),
    { numRuns: 1_000 },
  );
});
