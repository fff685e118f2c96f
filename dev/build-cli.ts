import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { BunPlugin } from "bun";

const root = join(import.meta.dirname, "..");
const schema = join(root, "sql", "schema.sql");
const migrations = join(root, "sql", "migrations");

/** Bun's names of the systems for which it can build; each program runs on that system only. */
const targets = [
  "bun-linux-x64",
  "bun-linux-arm64",
  "bun-linux-x64-musl",
  "bun-linux-arm64-musl",
  "bun-darwin-x64",
  "bun-darwin-arm64",
  "bun-windows-x64",
  "bun-windows-arm64",
] as const;
type Target = (typeof targets)[number];

/**
 * Ink imports react-devtools-core if DEV is set. It is not a dependency, and the program must not
 * contain it.
 */
const withoutDevtools: BunPlugin = {
  name: "without react-devtools-core",
  setup: (build) => {
    build.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({
      path,
      namespace: "nothing",
    }));
    build.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({
      contents: "export default { initialize() {}, connectToDevTools() {} };",
      loader: "js",
    }));
  },
};

/**
 * Builds the command line program as one executable, with Bun, the schema and the migrations included.
 * Bytecode halves its start-up time (`bun bench/cli-start.ts`). Throws if it cannot be built.
 */
async function build(outfile: string, target?: Target): Promise<void> {
  await Bun.build({
    entrypoints: [
      join(root, "cli", "main.ts"),
      schema,
      ...readdirSync(migrations)
        .filter((name) => name.endsWith(".sql"))
        .map((name) => join(migrations, name)),
    ],
    compile: { outfile, ...(target && { target }) },
    bytecode: true,
    format: "esm",
    minify: { syntax: true, whitespace: true },
    loader: { ".sql": "file" },
    naming: { asset: "[name].[ext]" },
    define: {
      "process.env.NODE_ENV": '"production"',
      FAIRCLICK_VERSION: JSON.stringify(describeVersion()),
    },
    plugins: [withoutDevtools],
  });
  console.log(`The command line program was built: ${outfile}`);
}

/** Returns the commit and its date; "unknown" outside a checkout. */
function describeVersion(): string {
  const format = ["log", "-1", "--format=%h, %cs"];
  const { stdout, status } = spawnSync("git", format, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "unknown";
}

/** Builds for every system into a folder, with the programs' checksums in SHA256SUMS. */
async function buildAll(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const sums: string[] = [];
  for (const target of targets) {
    const name = target.replace("bun-", "fairclick-");
    const program = join(folder, target.includes("windows") ? `${name}.exe` : name);
    await build(program, target);
    const sum = new Bun.CryptoHasher("sha256").update(await Bun.file(program).bytes());
    sums.push(`${sum.digest("hex")}  ${basename(program)}\n`);
  }
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
}

const [path] = process.argv.slice(2);
if (path === "--all") await buildAll(resolve(process.argv[3] ?? join(root, "dist", "cli")));
else {
  const outfile = resolve(path ?? join(root, "dist", "fairclick"));
  mkdirSync(dirname(outfile), { recursive: true });
  await build(outfile);
}
