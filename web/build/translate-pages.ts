import { createHash } from "node:crypto";
import { type Catalogue, joinKey, type Language, languages } from "@fairclick/core/language/t";
import { pageFile } from "@fairclick/core/operations/pages";
import { type ESTree, type Plugin, parseAst, type Rolldown } from "vite";
import { type Chunks, findChunks } from "./first-load.ts";

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

type Node = ESTree.Node;

/** A script in another language, and the keys of the texts that stand in it. */
type TranslatedScript = { code: string; keys: ReadonlySet<string> };

/**
 * Puts translations in the place of the texts of a built script: of tagged texts and of counted
 * ones. Recognises them by the catalogue's keys, because the build shortens the names of `t`, `rich`
 * and `plural`.
 */
export function translateScript(script: string, catalogue: Catalogue): TranslatedScript {
  const keys = new Set<string>();

  /** Writes a part of the script; translates the texts in it. */
  function write(node: Node): string {
    const text = findText(node, catalogue);
    if (text) {
      keys.add(text.key);
      return "template" in text ? writeTagged(text) : writeCounted(text);
    }
    let written = "";
    let end = node.start;
    for (const child of listChildren(node)) {
      // `{ a }` has its name twice at one place.
      if (child.start < end) continue;
      written += script.slice(end, child.start) + write(child);
      end = child.end;
    }
    return written + script.slice(end, node.end);
  }

  function writeTagged({ tag, template, translation }: TaggedText): string {
    const pieces = translation.split(/(\{\d+\})/).map((piece, index) => {
      const value = index % 2 === 1 ? template.expressions[Number(piece.slice(1, -1))] : undefined;
      return value ? `\${${write(value)}}` : escapeTemplate(piece);
    });
    return `${script.slice(tag.start, tag.end)}\`${pieces.join("")}\``;
  }

  function writeCounted({ call, count, forms }: CountedText): string {
    const callee = script.slice(call.start, count.start);
    return `${callee}${write(count)},${JSON.stringify(forms.one ?? forms.other)},${JSON.stringify(forms)})`;
  }

  return { code: write(parseAst(script)), keys };
}

type TaggedText = {
  key: string;
  tag: Node;
  template: ESTree.TemplateLiteral;
  translation: string;
};
type CountedText = {
  key: string;
  call: Node;
  count: Node;
  forms: Exclude<Catalogue[string], string>;
};

function findText(node: Node, catalogue: Catalogue): TaggedText | CountedText | null {
  const translate = (key: string) => (Object.hasOwn(catalogue, key) ? catalogue[key] : undefined);
  if (node.type === "TaggedTemplateExpression") {
    const { tag, quasi: template } = node;
    const key = joinKey(template.quasis.map(({ value }) => value.cooked ?? ""));
    const translation = translate(key);
    return typeof translation === "string" ? { key, tag, template, translation } : null;
  }
  if (node.type !== "CallExpression" || node.arguments.length !== 3) return null;
  const [count, one, other] = node.arguments;
  const key = readLiteral(other);
  if (!count || key === null || readLiteral(one) === null) return null;
  const forms = translate(key);
  return typeof forms === "object" ? { key, call: node, count, forms } : null;
}

/** Returns null if this is not a literal text. */
function readLiteral(node: Node | undefined): string | null {
  if (node?.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node?.type !== "TemplateLiteral" || node.expressions.length > 0) return null;
  return node.quasis[0]?.value.cooked ?? null;
}

/** Returns the parts of a node in the order of the script. */
function listChildren(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter(isNode)
    .sort((a, b) => a.start - b.start);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function escapeTemplate(text: string): string {
  return text.replace(/[\\`]|\$(?=\{)/g, "\\$&");
}
