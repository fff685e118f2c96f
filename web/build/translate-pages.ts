import { createHash } from "node:crypto";
import { type Catalogue, type Language, languages } from "@fairclick/core/language/t";
import { pageFile } from "@fairclick/core/operations/pages";
import type { Plugin, Rolldown } from "vite";
import { type Chunks, findChunks } from "./chunks.ts";
import { type TranslatedScript, translateScript } from "./translate-script.ts";

type Translation = {
  language: Language;
  catalogue: Catalogue;
  /** Keys of texts that stand in some script for certain. */
  expected: readonly string[];
};

type Scripts = ReadonlyMap<string, TranslatedScript>;

/**
 * Writes the app in another language beside the English one: a page, and a copy of each script with
 * its texts translated in place. Thus a page in that language loads as many files as in English, and
 * no text that it does not show. Fails the build if an expected text is in no script.
 */
export function translatePages({ language, catalogue, expected }: Translation): Plugin {
  return {
    name: "translate-pages",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const chunks = findChunks(bundle);
        const scripts = new Map(
          [...chunks].map(([name, { code }]) => [name, translateScript(code, catalogue)] as const),
        );
        const found = new Set([...scripts.values()].flatMap(({ keys }) => [...keys]));
        const lost = expected.filter((key) => !found.has(key));
        if (lost.length > 0) this.error(`No script contains these texts: ${lost.join(" | ")}`);
        const names = nameCopies(chunks, scripts, language);
        const rename = (code: string) =>
          [...names].reduce(
            (renamed, [name, copy]) =>
              renamed.replaceAll(`/${baseName(name)}`, `/${baseName(copy)}`),
            code,
          );
        for (const [name, fileName] of names) {
          const source = rename(scripts.get(name)?.code ?? "");
          this.emitFile({ type: "asset", fileName, source });
        }
        const source = rename(readPage(bundle)).replace(
          `lang="${languages[0]}"`,
          `lang="${language}"`,
        );
        this.emitFile({ type: "asset", fileName: pageFile(language), source });
      },
    },
  };
}

/**
 * Returns the names of the copies by those of the scripts. A script without texts that also loads
 * none is shared. The names change with the translations, because browsers keep a script for as long
 * as its name stays the same.
 */
function nameCopies(chunks: Chunks, scripts: Scripts, language: Language): Map<string, string> {
  const hash = createHash("sha256");
  const copied = new Set<string>();
  for (const [name, { code, keys }] of scripts) {
    hash.update(code);
    if (keys.size > 0) copied.add(name);
  }
  for (const name of copied) {
    for (const [importer, { imports, dynamicImports }] of chunks) {
      if (imports.includes(name) || dynamicImports.includes(name)) copied.add(importer);
    }
  }
  const suffix = `.${language}-${hash.digest("hex").slice(0, 8)}.js`;
  return new Map([...copied].map((name) => [name, name.replace(/\.js$/, suffix)]));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function readPage(bundle: Rolldown.OutputBundle): string {
  const page = bundle[pageFile(languages[0])];
  if (page?.type !== "asset") throw new Error("The build contains no page");
  return String(page.source);
}
