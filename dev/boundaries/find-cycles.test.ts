import { expect, it } from "vitest";
import { findCycles } from "./find-cycles";
import { readSourceFiles } from "./source-files";
import { productFolders } from "./violations";

it("finds no import cycle in the product", () => {
  expect(findCycles(readSourceFiles(productFolders))).toEqual([]);
});

it("finds a cycle through several files, type imports included", () => {
  const files = [
    { path: "core/a.ts", text: 'import { b } from "./rules/b";' },
    { path: "core/rules/b.ts", text: 'import type { C } from "../c";' },
    { path: "core/c.tsx", text: 'export * from "./a";' },
    { path: "core/d.ts", text: 'import { a } from "./a";\nimport { z } from "zod";' },
  ];
  expect(findCycles(files)).toEqual(["import cycle: core/a.ts, core/c.tsx, core/rules/b.ts"]);
});

it("finds separate cycles separately", () => {
  const files = [
    { path: "core/a.ts", text: 'import { b } from "./b"; import { c } from "./c";' },
    { path: "core/b.ts", text: 'import { a } from "./a";' },
    { path: "core/c.ts", text: 'import { d } from "./d";' },
    { path: "core/d.ts", text: 'import { c } from "./c";' },
  ];
  expect(findCycles(files)).toEqual([
    "import cycle: core/a.ts, core/b.ts",
    "import cycle: core/c.ts, core/d.ts",
  ]);
});
