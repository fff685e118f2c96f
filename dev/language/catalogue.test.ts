import { expect, it } from "vitest";
import { readSourceFiles } from "../boundaries/source-files";
import { collectTexts, readCatalogue } from "./catalogue-files";
import { checkEntry } from "./check-catalogue";
import { findUntranslated } from "./find-untranslated";
import { readTexts } from "./read-texts";

const collected = [...collectTexts()];

it.each(collected)(
  "every text of %s is translated, and none that is no longer used",
  (part, texts) => {
    const catalogue = readCatalogue(part);
    expect(texts.flatMap((text) => checkEntry(text, catalogue[text.key]) ?? [])).toEqual([]);
    expect(Object.keys(catalogue)).toEqual(texts.map(({ key }) => key));
  },
);

it("translates a text alike in all parts", () => {
  const entries = collected.flatMap(([part]) => Object.entries(readCatalogue(part)));
  const first = Object.fromEntries(entries.toReversed());
  expect(entries.filter(([key, entry]) => !Bun.deepEquals(entry, first[key]))).toEqual([]);
});

it("leaves no text of the web app without a tag", () => {
  const files = readSourceFiles(["web"]);
  expect(files.flatMap(({ path, text }) => findUntranslated(path, text))).toEqual([]);
});

it("finds texts between elements, in attributes and in literals", () => {
  const found = (source: string) => findUntranslated("web/src/x.tsx", source);
  expect(found("const a = <p>Save <b>now</b></p>;")).toHaveLength(2);
  expect(found('const a = <Card title="Money" className="Mt" />;')).toHaveLength(1);
  expect(found("const a = `Paid to $" + "{name}`;")).toHaveLength(1);
  expect(found("const a = <Empty action={<Button>Save</Button>} />;")).toHaveLength(1);
  expect(found('const a = <td data-label="Earned" />;')).toHaveLength(1);
  expect(found("const a = <p>{t`Save`}</p>;")).toEqual([]);
});

it("does not mistake code for a text", () => {
  const found = (source: string) => findUntranslated("web/src/x.tsx", source);
  expect(found("const a = <code>fc_click</code>;")).toEqual([]);
  expect(found('const a = ["AbortError", "// Save this", "-- Save this"];')).toEqual([]);
  expect(found("const a = `Bearer $" + "{key}`;")).toEqual([]);
});

it("reads tagged and counted texts", () => {
  const source =
    "const a = [t`Hello $" + "{name}, and $" + '{rich`more`}`, plural(n, "# cat", "# cats")];';
  expect(readTexts("x.ts", source)).toEqual([
    { key: "Hello {0}, and {1}", plural: false },
    { key: "more", plural: false },
    { key: "# cats", plural: true },
  ]);
});

it.each([
  ["Hello {0}", "Hola {0}", null],
  ["Hello {0}", "Hola", "other values than the English text: Hello {0}"],
  ["Hello {0}", "", "not translated: Hello {0}"],
])("checks %j against %j", (key, entry, problem) => {
  expect(checkEntry({ key, plural: false }, entry)).toBe(problem);
});

it("writes per cent without a space, which would break over lines", () => {
  const entries = collected.flatMap(([part]) => Object.entries(readCatalogue(part)));
  expect(entries.filter((entry) => /\s%/.test(JSON.stringify(entry)))).toEqual([]);
});
