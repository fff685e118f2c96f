import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compileEarly } from "./compile-early";

const HINT = "//# allFunctionsCalledOnLoad\n";

let root = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "fairclick-build-"));
  await writeFile(join(root, "main.js"), 'import("./late.js").then(({ late }) => late());');
  await writeFile(join(root, "late.js"), 'import "./late.css"; export const late = () => 1;');
  await writeFile(join(root, "late.css"), "p { color: red }");
});

afterAll(() => rm(root, { recursive: true }));

it("puts the hint at the top of the entry files, and of no other file", async () => {
  const built = await build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [compileEarly()],
    build: { write: false, rolldownOptions: { input: join(root, "main.js") } },
  });
  const chunks = ("output" in built ? built.output : []).flatMap((file) =>
    file.type === "chunk" ? [file] : [],
  );
  const entry = chunks.find(({ isEntry }) => isEntry)?.code ?? "";
  expect(entry).toContain("__vite__mapDeps=");
  expect(entry.startsWith(HINT)).toBe(true);
  const late = chunks.filter(({ isEntry }) => !isEntry);
  expect(late.map(({ code }) => code.includes(HINT))).toEqual([false]);
});
