import { posix } from "node:path";

/** A file of the repository, with its path from the root. */
export type RepositoryFile = { path: string; text: string };

export type Figures = Readonly<Record<string, number>>;

const productFolders = ["core", "sql", "services", "api", "worker", "web", "cli"];

/** The files at which an act begins. */
const acts: Record<string, RegExp> = {
  "files to handle a redirect": /^api\/.*handle-redirect\.ts$/,
  "files to record clicks": /^services\/.*record-clicks\.ts$/,
  "files to settle clicks": /^services\/.*settle-clicks\.ts$/,
  "files to request a withdrawal": /^services\/.*request-withdrawal\.ts$/,
};

const unclearWords =
  /^\s*(?:\*|\/\/|\/\*\*).*\b(?:whoever|so many|anew|by which|whose|gives|taken down|whom)\b/gim;

/** Returns how large the product is: lines, files, and what they hold. */
export function measureHouse(files: readonly RepositoryFile[]): Figures {
  const code = files.filter(({ path }) => /\.tsx?$/.test(path) && !/\.gen\.ts$/.test(path));
  const product = code.filter(({ path }) => isProduct(path));
  const graph = readGraph(product);
  const read = (path: string) => files.find((file) => file.path === path)?.text ?? "";
  const documents = files.filter(({ path }) => /^docs\/.*\.md$/.test(path));
  const schema = read("sql/schema.sql");
  const pairs = findOpposedNouns(graph);
  const isStrict = (pair: string) => /^(?:core|sql|services):/.test(pair);
  return {
    "product lines": sum(product.map(countLines)),
    "product files": product.length,
    "lines in files with one importer": sum(
      product.filter(({ path }) => isUsedOnce(graph, path)).map(countLines),
    ),
    "test lines": sum(code.filter(({ path }) => isTest(path)).map(countLines)),
    tables: count([{ path: "", text: schema }], /^create table (?!.*partition of)/gim),
    "indices on clicks": count(
      [{ path: "", text: schema }],
      /^create (?:unique )?index .* on (?:only )?(?:public\.)?clicks using/gim,
    ),
    settings: count([{ path: "", text: read("README.md") }], /^\| `[A-Z]/gm),
    migrations: files.filter(({ path }) => /^sql\/migrations\/.*\.sql$/.test(path)).length,
    decisions: documents.filter(({ path }) => /^docs\/decisions\/\d/.test(path)).length,
    "lines of docs": sum(documents.map(countLines)),
    "column aliases in camel case": count(inside(product, "sql"), /\bas "[a-z]+[A-Z]\w*"/g),
    "nouns that import each other in core, sql, services": pairs.filter(isStrict).length,
    "nouns that import each other elsewhere": pairs.filter((pair) => !isStrict(pair)).length,
    "comment lines with unclear words": count(code, unclearWords),
    "functions named …Of": new Set(
      code.flatMap(({ text }) => text.match(/(?<=(?:function|const) )[a-z][A-Za-z]*Of\b/g) ?? []),
    ).size,
    ...Object.fromEntries(
      Object.entries(acts).map(([act, pattern]) => [
        act,
        reach(graph, product.find(({ path }) => pattern.test(path))?.path),
      ]),
    ),
  };
}

/** Imports between the product's files; `isType` says that only types are imported. */
type Graph = ReadonlyMap<string, ReadonlyMap<string, { isType: boolean }>>;

function readGraph(product: readonly RepositoryFile[]): Graph {
  const known = new Set(product.map(({ path }) => path));
  return new Map(product.map((file) => [file.path, readImports(file, known)]));
}

function readImports({ path, text }: RepositoryFile, known: ReadonlySet<string>) {
  const imports = new Map<string, { isType: boolean }>();
  const pattern =
    /^(?:import|export)\s+(type\s)?[^;"']*?from\s+["']([^"']+)["']|import\(["']([^"']+)["']\)/gm;
  for (const [, type, name, dynamic] of text.matchAll(pattern)) {
    const target = resolve(path, name ?? dynamic ?? "", known);
    if (target === null || target === path) continue;
    const isType = type !== undefined && (imports.get(target)?.isType ?? true);
    imports.set(target, { isType });
  }
  return imports;
}

function resolve(from: string, name: string, known: ReadonlySet<string>): string | null {
  const base = name.startsWith(".")
    ? posix.join(posix.dirname(from), name)
    : name.startsWith("@fairclick/")
      ? name.slice("@fairclick/".length)
      : null;
  if (base === null) return null;
  return [base, `${base}.ts`, `${base}.tsx`].find((path) => known.has(path)) ?? null;
}

/** Says whether one file of the product imports this one. The pages' routes always have one. */
function isUsedOnce(graph: Graph, path: string): boolean {
  if (path.includes("/routes/")) return false;
  return [...graph.values()].filter((imports) => imports.has(path)).length === 1;
}

/** Counts the files that run with `start`: itself and what it imports for more than types. */
function reach(graph: Graph, start: string | undefined): number {
  const seen = new Set(start === undefined ? [] : [start]);
  for (const path of seen) {
    for (const [target, { isType }] of graph.get(path) ?? []) if (!isType) seen.add(target);
  }
  return seen.size;
}

/** Returns pairs of nouns of a package that import each other, such as `sql:clicks<>money`. */
function findOpposedNouns(graph: Graph): string[] {
  const arrows = new Set<string>();
  for (const [from, imports] of graph) {
    for (const to of imports.keys()) {
      const [a, b] = [findNoun(from), findNoun(to)];
      if (a && b && a !== b && from.split("/")[0] === to.split("/")[0]) {
        arrows.add(`${from.split("/")[0]}:${a}>${b}`);
      }
    }
  }
  return [...arrows].flatMap((arrow) => {
    const [folder = "", pair = ""] = arrow.split(":");
    const [a = "", b = ""] = pair.split(">");
    return a < b && arrows.has(`${folder}:${b}>${a}`) ? [`${folder}:${a}<>${b}`] : [];
  });
}

function findNoun(path: string): string | null {
  const parts = path.split("/");
  const place = parts[0] === "web" ? 2 : 1;
  return parts.length > place + 1 ? (parts[place] ?? null) : null;
}

function isProduct(path: string): boolean {
  return productFolders.includes(path.split("/")[0] ?? "") && !isTest(path);
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$|(?:^|\/)testing\/|^e2e\//.test(path);
}

function inside(files: readonly RepositoryFile[], folder: string): readonly RepositoryFile[] {
  return files.filter(({ path }) => path.startsWith(`${folder}/`));
}

function count(files: readonly RepositoryFile[], pattern: RegExp): number {
  return sum(files.map(({ text }) => text.match(pattern)?.length ?? 0));
}

function countLines({ text }: RepositoryFile): number {
  return text.split("\n").length - 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
