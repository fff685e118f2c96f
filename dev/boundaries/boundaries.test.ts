import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findPlantedRows } from "./planted-rows";
import { readSourceFiles } from "./source-files";
import { findViolations, folders } from "./violations";

const read = (path: string, text: string) => findViolations({ path, text });

describe("the repository", () => {
  it("follows the layout rules", () => {
    expect(readSourceFiles(folders).flatMap(findViolations)).toEqual([]);
  });

  it("has rules for every workspace", () => {
    const manifest = readFileSync(join(import.meta.dirname, "../../package.json"), "utf8");
    expect(folders).toEqual(expect.arrayContaining(JSON.parse(manifest).workspaces));
  });
});

// Split, or this file would break the rules itself.
const open = "begin";
const runText = "unsafe";
const poll = "poll";

describe("the rules reject", () => {
  it.each([
    ["core/x.ts", "@fairclick/sql/client"],
    ["sql/x.ts", "@fairclick/services/context"],
    ["services/x.ts", "@fairclick/api/app"],
    ["api/x.ts", "@fairclick/worker/start-worker"],
    ["worker/x.ts", "@fairclick/api/app"],
    ["web/src/x.tsx", "@fairclick/services/context"],
    ["web/src/x.tsx", "@fairclick/api/app"],
    ["cli/x.ts", "@fairclick/sql/client"],
    ["cli/x.ts", "@fairclick/api/app"],
    ["api/x.ts", "@fairclick/dev/boot"],
    ["services/x.test.ts", "@fairclick/dev/boot"],
    ["cli/operators.ts", "@fairclick/dev/boot"],
    ["api/routes/x.ts", "../../services/context"],
    ["web/src/clicks/x.tsx", "../campaigns/y"],
    ["web/src/clicks/link/x.test.tsx", "../../campaigns/own/y"],
    ["web/src/ui/x.tsx", "../campaigns/y"],
    ["web/src/create-app.ts", "./campaigns/y"],
    ["cli/screen/x.tsx", "../clicks"],
    ["cli/frame/x.ts", "../clicks"],
    ["core/accounts/x.ts", "../money/y"],
    ["sql/campaigns/x.ts", "../clicks/settlement/y"],
    ["services/ip/x.ts", "../operations/y"],
    ["core/x.ts", "node:fs"],
    ["core/x.ts", "fs"],
    ["core/x.ts", "bun:sqlite"],
    ["core/x.ts", "bun"],
  ])("%s importing %s, in every import syntax", (path, name) => {
    const problem = [`${path}: may not import ${name}`];
    expect(read(path, `import { a } from "${name}";`)).toEqual(problem);
    expect(read(path, `import type { A } from "${name}";`)).toEqual(problem);
    expect(read(path, `export * from "${name}";`)).toEqual(problem);
    expect(read(path, `import "${name}";`)).toEqual(problem);
    expect(read(path, `const a = await import("${name}");`)).toEqual(problem);
    expect(read(path, `const a: import("${name}").A = 1;`)).toEqual(problem);
  });

  it.each([
    ["services/x.ts", `await db.transactions.${open}(work);`],
    ["sql/money/ledger.ts", `await sql.${runText}<Row[]>(text);`],
    ["api/start-api.ts", "const port = process.env.PORT;"],
    ["services/config.ts", "const { PORT } = process.env;"],
    ["core/x.ts", "const now = Date.now();"],
    ["core/x.ts", "const now = new Date();"],
    ["core/x.ts", "const id = Bun.randomUUIDv7();"],
    ["sql/x.pg.test.ts", `await expect.${poll}(read, { timeout: 500 }).toBe(1);`],
    ["worker/x.pg.test.ts", `it("x", async () => {\n}, ${"40_000"});`],
  ])("%s with %s", (path, text) => {
    expect(read(path, text)).toHaveLength(1);
  });
});

describe("the rules allow", () => {
  it.each([
    ["sql/x.ts", 'import { a } from "@fairclick/core/money/micros";'],
    ["web/src/x.tsx", 'import { a } from "@fairclick/api/client";'],
    ["cli/operators.ts", 'import { a } from "@fairclick/services/config";'],
    ["e2e/x.test.ts", 'import { a } from "@fairclick/dev/setup/chromium";'],
    ["api/routes/x.ts", 'import { a } from "../app-env";'],
    ["web/src/clicks/link/x.tsx", 'import { a } from "../origins/y";'],
    ["web/src/clicks/x.tsx", 'import { a } from "../queries/clicks";'],
    ["web/src/routes/x.tsx", 'import { a } from "../clicks/y";'],
    ["services/x.ts", 'import { a } from "node:fs";'],
    ["services/money/x.ts", 'import { a } from "../accounts/y";'],
    ["services/accounts/x.ts", 'import { a } from "../context";'],
    ["services/accounts/x.ts", 'import { a } from "@fairclick/sql/money/y";'],
    ["services/accounts/x.test.ts", 'import { a } from "../money/y";'],
    ["core/x.test.ts", 'import { a } from "node:fs";'],
    ["sql/db/tx.ts", `await db.transactions.${open}(work);`],
    ["api/main.ts", "const config = readConfig(process.env);"],
    ["core/x.ts", "const at = new Date(row.at);"],
  ])("%s with %s", (path, text) => {
    expect(read(path, text)).toEqual([]);
  });
});

describe("rows that production derives", () => {
  const planted = (path: string, statement: string) =>
    findPlantedRows({ path, text: `await sql\`${statement}\`` });

  it("are written by no test or fixture", () => {
    expect(readSourceFiles(folders).flatMap(findPlantedRows)).toEqual([]);
  });

  it("are found in any spelling, and only there", () => {
    // Split, or this file would be found itself.
    const [insert, update] = [`insert ${"into"}`, `UPDATE ${"only"}`];
    for (const path of ["services/testing/x.ts", "api/x.pg.test.ts", "e2e/x.ts"]) {
      expect(planted(path, `${insert} click_days values (1)`)).toHaveLength(1);
      expect(planted(path, `${update} public."link_outcomes" set valid = 1`)).toHaveLength(1);
      expect(planted(path, `${insert} users values (1)`)).toEqual([]);
    }
    expect(planted("sql/clicks/x.ts", `${insert} click_days values (1)`)).toEqual([]);
  });
});
