import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeTheme } from "./spa";

const html = readFileSync(join(import.meta.dirname, "../../web/index.html"), "utf8");
const tag = (page: string, start: string) =>
  page.slice(page.indexOf(start)).split(">")[0]?.replaceAll(/\s+/g, " ");

it("leaves the page to the device's setting by default", () => {
  expect(writeTheme(html, "system")).toBe(html);
});

it("writes a chosen theme where the browser reads it before it paints", () => {
  const dark = writeTheme(html, "dark");
  expect(tag(dark, "<html")).toBe('<html lang="en" data-theme="dark"');
  expect(tag(dark, '<meta name="color-scheme"')).toContain('content="dark"');
  expect(tag(dark, '<meta name="theme-color" data-scheme="light"')).toContain('media="not all"');
  expect(tag(dark, '<meta name="theme-color" data-scheme="dark"')).toContain('media="all"');
  const light = writeTheme(html, "light");
  expect(tag(light, "<html")).toBe('<html lang="en" data-theme="light"');
  expect(tag(light, '<meta name="theme-color" data-scheme="light"')).toContain('media="all"');
});
