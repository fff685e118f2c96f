import fc from "fast-check";
import { expect, it } from "vitest";
import { parseCoverFile } from "./cover-files";
import {
  chooseDrawnCover,
  coverLooks,
  drawCover,
  drawnCoverPath,
  letterPixels,
  parseDrawnCover,
} from "./drawn-covers";
import { genres } from "./genres";

const fileName = (path: string) => path.replace("/covers/drawn/", "");

it.each([
  ["Tower of Fun", "tf"],
  ["Jailbreak", "j"],
  ["[UPDATE 5] Blox Fruits (x2)", "bf"],
  ["Élan Über", "eu"],
  ["99 Nights", "9n"],
  ["塔の冒険", ""],
  ["[塔]", ""],
  ["[Beta]", "b"],
])("takes the initials of %j", (title, initials) => {
  expect(chooseDrawnCover(title, []).initials).toBe(initials);
});

it("draws equal covers for equal campaigns, and different ones for other titles and genres", () => {
  const draw = (title: string, genre: string) => drawCover(chooseDrawnCover(title, [genre]));
  expect(draw("Tower of Fun", "Obby")).toBe(draw("Tower of Fun", "Obby"));
  expect(draw("Tower of Fun", "Obby")).not.toBe(draw("Tower of Fear", "Obby"));
  const drawings = [...genres, "none"].map((genre) => draw("Tower of Fun", genre));
  expect(new Set(drawings).size).toBe(drawings.length);
});

it("reads every name that it writes, whatever the title is, and draws nothing of the title", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 120 }), (title) => {
      const cover = chooseDrawnCover(title, ["RPG", "Obby"]);
      expect(cover).toMatchObject({ genre: "RPG", variant: expect.any(Number) });
      const path = drawnCoverPath(cover, "png");
      expect(path).toMatch(/^\/covers\/drawn\/[a-z0-9]{0,2}-rpg-\d{1,2}\.png$/);
      expect(parseDrawnCover(fileName(path))).toEqual({ cover, format: "png" });
      expect(drawCover(cover)).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^&]*<\/svg>$/);
    }),
  );
});

it.each([
  "tf-obby-16.svg",
  "tf-obby-03.svg",
  "tf-obby-3.gif",
  "tff-obby-3.svg",
  "tf-Obby-3.svg",
  "tf-chess-3.svg",
  "../tf-obby-3.svg",
  "tf-obby-3.svg\n",
  "é-obby-3.svg",
])("knows no drawing %j", (name) => {
  expect(parseDrawnCover(name)).toBeNull();
});

it.each([
  "a.webp",
  `${"a".repeat(64)}-641.webp`,
  `${"a".repeat(63)}-640.webp`,
  `${"A".repeat(64)}-640.webp`,
  `${"a".repeat(64)}-640.svg`,
  `../${"a".repeat(64)}-640.webp`,
  `${"a".repeat(64)}-../1.jpg`,
  `${"a".repeat(64)}-640.webp/..`,
  `${"a".repeat(64)}-640.webp\n`,
])("knows no file %j", (name) => {
  expect(parseCoverFile(name)).toBeNull();
});

it("has a letter for every initial, within five columns and seven rows", () => {
  const drawings = [..."abcdefghijklmnopqrstuvwxyz0123456789"].map((letter) => {
    const pixels = letterPixels(letter);
    expect(pixels.every(({ column, row }) => column < 5 && row < 7)).toBe(true);
    return JSON.stringify(pixels);
  });
  expect(drawings).not.toContain("[]");
  expect(new Set(drawings).size).toBe(36);
});

it.each(Object.entries(coverLooks))("keeps the initials readable on %s", (_, look) => {
  for (const color of [look.ground, look.pattern]) {
    expect(contrast("#fbfdfb", color)).toBeGreaterThan(4.5);
  }
});

/** WCAG's contrast ratio of two colours. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
