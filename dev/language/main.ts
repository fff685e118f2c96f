import type { Catalogue } from "@fairclick/core/language/t";
import { readSourceFiles } from "../boundaries/source-files";
import { collectTexts, readCatalogue, writeCatalogue } from "./catalogue-files";
import { checkEntry } from "./check-catalogue";
import { findUntranslated } from "./find-untranslated";

// Brings the catalogue up to date with the texts of the program, and prints what a translator has to
// do. A text that another part has translated already is taken from there.

const collected = collectTexts();
const before = new Map([...collected.keys()].map((part) => [part, readCatalogue(part)]));
const known: Catalogue = Object.assign({}, ...before.values());

let missing = 0;
for (const [part, texts] of collected) {
  const entries = texts.map(({ key, plural }) => {
    const entry = before.get(part)?.[key] || known[key];
    return [key, entry || (plural ? { one: "", many: "", other: "" } : "")] as const;
  });
  writeCatalogue(part, Object.fromEntries(entries));
  for (const text of texts) {
    const problem = checkEntry(text, Object.fromEntries(entries)[text.key]);
    if (problem) {
      missing += 1;
      console.log(`${part}.json: ${problem}`);
    }
  }
}
const untagged = readSourceFiles(["web"]).flatMap(({ path, text }) => findUntranslated(path, text));
for (const line of untagged) console.log(`${line}`);
console.log(`${missing} translations are missing, ${untagged.length} texts have no tag.`);
process.exit(missing + untagged.length > 0 ? 1 : 0);
