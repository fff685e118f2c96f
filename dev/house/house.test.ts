import { describe, expect, it } from "vitest";
import { compareWithBudget, readBudget } from "./budget";
import { measureHouse } from "./measure";

describe("measureHouse", () => {
  const files = [
    { path: "core/money/fee.ts", text: "export const fee = 1;\n" },
    { path: "core/money/fee.test.ts", text: "a\nb\n" },
    {
      path: "sql/clicks/list.ts",
      text: 'import { fee } from "@fairclick/core/money/fee";\nimport { pay } from "../money/pay";\nsql`select a as "aB", b as c`;\n',
    },
    { path: "sql/money/pay.ts", text: 'import type { Row } from "../clicks/list";\n' },
    {
      path: "services/money/request-withdrawal.ts",
      text: 'import { list } from "@fairclick/sql/clicks/list";\nimport type { X } from "./x";\n',
    },
    { path: "services/money/x.ts", text: "// A person whose click was paid.\nconst linkOf = 1;\n" },
    {
      path: "sql/schema.sql",
      text: "create table clicks (\ncreate table day partition of clicks\nCREATE INDEX x ON public.clicks USING btree (a)\n",
    },
    { path: "docs/decisions/001-a.md", text: "# A\n" },
    { path: "README.md", text: "| `PORT` | 3000 |\n" },
  ];

  it("counts lines, files and what they hold", () => {
    expect(measureHouse(files)).toMatchObject({
      "product lines": 9,
      "product files": 5,
      "test lines": 2,
      tables: 1,
      "indices on clicks": 1,
      settings: 1,
      migrations: 0,
      decisions: 1,
      "lines of docs": 1,
      "column aliases in camel case": 1,
      "comment lines with unclear words": 1,
      "functions named …Of": 1,
    });
  });

  it("follows imports, but not those of types, to count what an act needs", () => {
    expect(measureHouse(files)["files to request a withdrawal"]).toBe(4);
  });

  it("finds nouns that import each other, and files with one importer", () => {
    const figures = measureHouse(files);
    expect(figures["nouns that import each other in core, sql, services"]).toBe(1);
    expect(figures["nouns that import each other elsewhere"]).toBe(0);
    // fee.ts, list.ts is imported twice, pay.ts, x.ts
    expect(figures["lines in files with one importer"]).toBe(1 + 1 + 2);
  });
});

describe("the budget", () => {
  const budget = readBudget("| figure | at most |\n|---|---|\n| routes | 1,200 |\n| jobs | 2 |\n");

  it("is read from the table", () => {
    expect(budget).toEqual({ routes: 1200, jobs: 2 });
  });

  it("allows what is at its limit and refuses what is above", () => {
    expect(compareWithBudget({ routes: 1200, jobs: 2 }, budget)).toEqual([]);
    expect(compareWithBudget({ routes: 1201, jobs: 2 }, budget)).toEqual([
      "routes: 1201, at most 1200 (docs/budget.md)",
    ]);
  });

  it("refuses a figure without a limit and a limit without a figure", () => {
    expect(compareWithBudget({ jobs: 1, tables: 3 }, budget)).toEqual([
      'docs/budget.md has no limit for "tables" (3)',
      'docs/budget.md limits "routes", which nothing measures',
    ]);
  });
});
