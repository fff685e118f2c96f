import { isBuiltin } from "node:module";
import { posix } from "node:path";
import ts from "typescript-6";
import type { SourceFile } from "./source-files";

/** What each folder may import. Dependencies point one way: only to folders listed above. */
const mayImport: Record<string, string[]> = {
  core: [],
  sql: ["core"],
  services: ["core", "sql"],
  api: ["core", "sql", "services"],
  worker: ["core", "sql", "services"],
  web: ["core", "api/client"],
  cli: ["core", "api/client"],
  "stand-ins/stripe": [],
  "stand-ins/google": ["stand-ins/stripe"],
  "stand-ins/mail": [],
  "stand-ins/clickhouse": [],
  dev: ["core", "sql", "services", "api", "worker", "web", "cli"],
  e2e: [
    "core",
    "sql",
    "services",
    "api",
    "worker",
    "web",
    "cli",
    "stand-ins/stripe",
    "stand-ins/mail",
    "dev",
  ],
  bench: ["core", "sql", "services", "api", "worker", "web", "cli", "dev", "e2e"],
};

export const folders = Object.keys(mayImport);
/** The product's folders: no import cycles in these. */
export const productFolders = ["core", "sql", "services", "api", "worker", "web", "cli"];

/** A noun may import the nouns before it. */
const nouns = [
  "accounts",
  "ip",
  "campaigns",
  "clicks",
  "conversions",
  "money",
  "notices",
  "operations",
];

/** The commands that open the database directly, without the api. */
const databaseCommands = ["cli/backups.ts", "cli/operations.ts", "cli/operators.ts"];

type TextRule = { pattern: RegExp; isAllowed: (path: string) => boolean; why: string };

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /(^|\/)testing\//.test(path);
const isTooling = (path: string) => /^(dev|e2e|bench|stand-ins)\//.test(path);

const textRules: TextRule[] = [
  {
    pattern: /\.begin\b[^;\n]*\(/,
    isAllowed: (path) => /^sql\/(db\/tx\.ts|db\/migrate\.ts|testing\/)/.test(path),
    why: "opens a transaction: use withTx",
  },
  {
    pattern: /\.unsafe\b[^;\n]*\(/,
    isAllowed: (path) => /^sql\/(db\/(tx|migrate)\.ts|testing\/)/.test(path),
    why: "runs text as SQL",
  },
  {
    pattern: /\bprocess\.env\b/,
    isAllowed: (path) =>
      isTest(path) || isTooling(path) || /(^|\/)(main|vite\.config)\.ts$/.test(path),
    why: "reads the environment: main.ts passes it to readConfig",
  },
  {
    pattern: /\b(process|Bun)\.|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bfetch\(/,
    isAllowed: (path) => !path.startsWith("core/") || isTest(path),
    why: "core has no clock, randomness or I/O",
  },
  {
    // Above five minutes, the limit of all tests, a test may need more.
    pattern: /\.poll\([^;]*?timeout: ?\d|^ *\}, (\d\d|[12]\d\d|300)_000\);$/m,
    isAllowed: (path) => !isTest(path),
    why: "waits for a time of its own: vitest.config.ts has one for all, as machines are busy",
  },
];

/** Returns the file's violations of the layout rules, one line each. */
export function findViolations(file: SourceFile): string[] {
  return [...checkImports(file), ...checkText(file)].map((problem) => `${file.path}: ${problem}`);
}

function checkText({ path, text }: SourceFile): string[] {
  return textRules
    .filter(({ pattern, isAllowed }) => pattern.test(text) && !isAllowed(path))
    .map(({ pattern, why }) => `"${pattern.exec(text)?.[0]}" ${why}`);
}

function checkImports({ path, text }: SourceFile): string[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => !mayImportName(path, name))
    .map((name) => `may not import ${name}`);
}

function mayImportName(path: string, name: string): boolean {
  const folder = findFolder(path);
  if (isBuiltin(name) || /^bun(:|$)/.test(name)) return folder !== "core" || isTest(path);
  const target = name.startsWith(".")
    ? posix.join(posix.dirname(path), name)
    : name.startsWith("@fairclick/")
      ? name.slice("@fairclick/".length).replace(/^(\w+)-stand-in\//, "stand-ins/$1/")
      : null;
  if (target === null) return true;
  const targetFolder = findFolder(target);
  if (targetFolder === folder)
    return (
      mayImportNoun(path, target) &&
      mayImportFeature(path, target) &&
      mayImportCommand(path, target)
    );
  // A relative path into another folder would bypass package.json.
  if (name.startsWith(".")) return false;
  if (databaseCommands.includes(path) && /^(sql|services)$/.test(targetFolder)) return true;
  return (mayImport[folder] ?? []).some(
    (allowed) => allowed === target || allowed === targetFolder,
  );
}

/** Returns the workspace of a path: its first folder, or two below `stand-ins`. */
const findFolder = (path: string) => /^(stand-ins\/)?[^/]+/.exec(path)?.[0] ?? "";

/** In core, sql and services, imports follow the order of the nouns. Tests may import any noun. */
function mayImportNoun(path: string, target: string): boolean {
  if (isTest(path) || !/^(core|sql|services)\//.test(path)) return true;
  const [from, to] = [path, target].map((each) => nouns.indexOf(each.split("/")[1] ?? ""));
  return from === undefined || to === undefined || from === -1 || to <= from;
}

const findFeature = (path: string) =>
  /^web\/src\/(accounts|campaigns|clicks|money|notices|public)\//.exec(path)?.[1];

/** A feature of the web app is imported by its own files and by the routes, which compose features. */
function mayImportFeature(path: string, target: string): boolean {
  const feature = findFeature(target);
  if (feature === undefined || feature === findFeature(path)) return true;
  return path.startsWith("web/src/routes/");
}

/** The CLI's commands build on its frame and screens, never the other way round. */
function mayImportCommand(path: string, target: string): boolean {
  return !(/^cli\/(frame|screen)\//.test(path) && /^cli\/[^/]+$/.test(target));
}
