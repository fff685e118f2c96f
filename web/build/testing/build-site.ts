import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build, createLogger, type Plugin } from "vite";
import { onTestFinished } from "vitest";

type Site = {
  plugin: Plugin;
  files: Record<string, string | Uint8Array>;
  /** Entry files by the name of their output. */
  input?: Record<string, string>;
};

/** Builds these files like the web app, with one plugin. Throws if the build fails. */
export async function buildSite({ plugin, files, input = { index: "index.html" } }: Site) {
  const root = await mkdtemp(join(tmpdir(), "fairclick-build-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  const said: string[] = [];
  const customLogger = createLogger("silent");
  customLogger.info = (line) => void said.push(line);
  await build({
    root,
    configFile: false,
    customLogger,
    logLevel: "silent",
    plugins: [plugin],
    build: {
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(input).map(([name, file]) => [name, join(root, file)]),
        ),
        output: { entryFileNames: "[name].js", assetFileNames: "[name][extname]" },
      },
    },
  });
  const dist = join(root, "dist");
  return {
    said: said.join("\n"),
    names: (await readdir(dist, { recursive: true })).toSorted(),
    read: (name: string) => readFile(join(dist, name)),
  };
}
