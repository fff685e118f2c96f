import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BunPlugin } from "bun";

const root = join(import.meta.dirname, "..");
const migrations = join(root, "sql", "migrations");
const outfile = resolve(process.argv[2] ?? join(root, "dist", "fairclick"));

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
 * Builds the command line program as one executable, with Bun and the migrations included:
 * `dist/fairclick`.
 */
const { success, logs } = await Bun.build({
  entrypoints: [
    join(root, "cli", "main.ts"),
    ...readdirSync(migrations)
      .filter((name) => name.endsWith(".sql"))
      .map((name) => join(migrations, name)),
  ],
  compile: { outfile },
  minify: { syntax: true, whitespace: true },
  loader: { ".sql": "file" },
  naming: { asset: "[name].[ext]" },
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [withoutDevtools],
  throw: false,
});
for (const log of logs) console.error(log);
if (success) console.log(`The command line program was built: ${outfile}`);
else process.exitCode = 1;
