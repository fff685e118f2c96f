import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checks, findSignals, isImpression } from "@fairclick/core/clicks/checks";
import { boundTexts } from "@fairclick/core/clicks/click";
import { findPreviewCrawler } from "@fairclick/core/clicks/rules/requests";
import { anonymousContext, newClick } from "@fairclick/core/clicks/testing/new-click";
import { describeVisitor } from "@fairclick/services/clicks/record-clicks";
import { expect, it } from "vitest";
import { readSourceFiles } from "../boundaries/source-files";
import { makeHostileTexts } from "./hostile-texts";
import { type Expression, readExpressions } from "./read-expressions";

const root = join(import.meta.dirname, "..", "..");
/** The maximum length of a stored header. */
const LONGEST = 2_048;
const LIMIT_MS = 1;
const TRIES = 12;

async function readLibraries(): Promise<Expression[]> {
  const { getPattern } = await import(Bun.resolveSync("isbot", join(root, "core")));
  const bowser = join(
    dirname(Bun.resolveSync("bowser/package.json", join(root, "services"))),
    "src",
  );
  const parsers = ["browsers", "engines", "os", "platforms"].map((name) => `parser-${name}.js`);
  return [
    getPattern(),
    ...parsers.flatMap((file) => readExpressions(file, readFileSync(join(bowser, file), "utf8"))),
  ];
}

const expressions = [
  ...readSourceFiles(["core/clicks"]).flatMap(({ path, text }) => readExpressions(path, text)),
  ...(await readLibraries()),
];
const texts = [...new Set(expressions.flatMap((each) => makeHostileTexts(each, LONGEST)))];

let changes = 0;

/** Returns the best of several runs, each with a new text, because results may be cached. */
function measure(text: string, read: (text: string) => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && best >= LIMIT_MS / 4; attempt += 1) {
    changes += 1;
    const mark = changes.toString(36);
    const changed = text.slice(0, 500) + mark + text.slice(500 + mark.length);
    const startedAt = performance.now();
    read(changed);
    best = Math.min(best, performance.now() - startedAt);
  }
  return best;
}

function findSlow(read: (text: string) => unknown): string[] {
  return texts.flatMap((text) => {
    const ms = measure(text, read);
    return ms < LIMIT_MS ? [] : [`${ms.toFixed(1)} ms: ${text.slice(0, 200)}`];
  });
}

const makeRequest = (text: string) =>
  newClick({
    userAgent: text,
    referrer: text,
    purpose: text,
    secChUa: text,
    secChUaPlatform: text,
  });

it("has texts that are made of the words of every rule", () => {
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.some((text) => text.includes("Macintosh; Macintosh;"))).toBe(true);
  expect(texts.every((text) => text.length <= LONGEST)).toBe(true);
});

it.each(checks)("reads any text in less than a millisecond: $signal", ({ find }) => {
  expect(findSlow((text) => find(boundTexts(makeRequest(text)), anonymousContext))).toEqual([]);
});

it.each([
  ["all rules together", (text: string) => findSignals(makeRequest(text), anonymousContext)],
  ["whether a banner was seen", (text: string) => isImpression(makeRequest(text))],
  ["whether a card is shown", findPreviewCrawler],
  ["browser and kind of device", describeVisitor],
])("reads any text in less than a millisecond: %s", (_what, read) => {
  expect(findSlow(read)).toEqual([]);
});
