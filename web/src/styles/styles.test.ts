import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !file.includes(".test."))
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

/** Classes that move something, with their variants, such as `motion-safe:`. */
const moving =
  /[\w:=[\]-]*\b(?:animate-(?!none)|transition(?:-|\b(?=["\s`]))|scroll-smooth)[\w-]*/g;

/** Declarations, which have a colon, unlike the names of keyframes. */
const declared = /^\s*(?:animation|transition|scroll-behavior)(?:-[a-z]+)?:/m;

it("moves elements only for people who do not prefer reduced motion", () => {
  const classes = read("**/*.tsx").flatMap(({ file, text }) =>
    [...text.matchAll(/className=(?:"[^"]*"|\{`[^`]*`\})|^const \w+ =\s*"[^"]*"/gm)]
      .flatMap(([attribute]) => attribute.match(moving) ?? [])
      .map((name) => `${file}: ${name}`),
  );
  expect(classes.length).toBeGreaterThan(5);
  expect(classes.filter((name) => !/: (?:[\w-]+:)*motion-safe:/.test(name))).toEqual([]);
});

it("animates in stylesheets only inside of the query for motion", () => {
  const outside = read("styles/*.css").map(({ file, text }) => ({
    file,
    text: text.replace(
      /@media \(prefers-reduced-motion: no-preference\) \{[\s\S]*?\n {2}\}\n/g,
      "",
    ),
  }));
  expect(outside.filter(({ text }) => declared.test(text)).map(({ file }) => file)).toEqual([]);
});

it("draws nothing aside before a page is shown, as masks and filters do", () => {
  const declares = /^\s*(?:mask|filter|backdrop-filter):\s*(?!none)/m;
  const uses = /[\s"`:](?:drop-shadow|blur|backdrop|mask)-[\w[]/;
  const found = [
    ...read("styles/*.css").filter(({ text }) => declares.test(text)),
    ...[...read("**/*.tsx"), ...read("../../api/pages/*.tsx")].filter(({ text }) =>
      uses.test(text),
    ),
  ];
  expect(found.map(({ file }) => file)).toEqual([]);
});
