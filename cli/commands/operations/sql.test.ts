import { expect, it } from "vitest";
import { serveCanned } from "../../testing/canned-api";
import { capture } from "../../testing/capture";
import { makeTempFolder } from "../../testing/temp-folder";

const env = { XDG_CONFIG_HOME: makeTempFolder(), FAIRCLICK_TOKEN: "token" };
const column = (name: string, type: string) => ({ name, type });
const found = {
  columns: [
    column("creator", "text"),
    column("count", "bigint"),
    column("big", "bigint"),
    column("sum", "numeric"),
    column("valid", "boolean"),
  ],
  rows: [
    ["=chris", "12", "9007199254740993", "1.50", "true"],
    [null, null, "1", null, "false"],
  ],
};
let cutBy: string | null = null;
const views = [
  { name: "links", about: "All links.", columns: [{ ...column("code", "text"), about: null }] },
];
const api = serveCanned(({ path }) =>
  Response.json({
    status: "success",
    data: path.endsWith("/views") ? views : { ...found, cutBy },
  }),
);
const sql = (args: string[], input = "") =>
  capture(["sql", ...args, "--api", api.url], { env, input });

it("prints a table, JSON with exact numbers, and CSV that no spreadsheet runs", async () => {
  const table = await sql(["select 1"]);
  expect(table.out.split("\n")[0]).toBe("creator  count  big               sum   valid");
  const json = await sql(["select 1", "--json"]);
  expect(
    json.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { creator: "=chris", count: 12, big: "9007199254740993", sum: "1.50", valid: true },
    { creator: null, count: null, big: 1, sum: null, valid: false },
  ]);
  const csv = await sql(["select 1", "-o", "csv"]);
  expect(csv.out).toContain("'=chris,12,9007199254740993,1.50,true\r\n");
  expect(csv.err).toBe("");
});

it("sends the query and the limit, also from standard input", async () => {
  await sql(["-", "--limit", "7"], "select 2\n");
  expect(api.seen.at(-1)?.json).toEqual({ query: "select 2\n", limit: 7 });
  const none = await sql([]);
  expect([none.exitCode, none.err]).toEqual([2, expect.stringContaining("There is no query.")]);
});

it("says on standard error that rows were left out", async () => {
  cutBy = "rows";
  const rows = await sql(["select 1", "--json"]);
  expect(rows.err).toContain("Only the first 2 rows: there are more.");
  expect(rows.out).not.toContain("Only");
  cutBy = "bytes";
  expect((await sql(["select 1"])).err).toContain("exceeds 8 MB");
});

it("lists the views with their columns", async () => {
  const { out } = await sql(["--tables", "--json"]);
  expect(
    out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { view: "links", column: null, type: null, about: "All links." },
    { view: "links", column: "code", type: "text", about: null },
  ]);
});
