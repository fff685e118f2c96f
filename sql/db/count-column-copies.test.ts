import { expect, it } from "vitest";
import { countColumnCopies } from "./count-column-copies";

const column = "{VAR :varno 1 :varattno 1 :vartype 20}";
const row = "{VAR :varno 1 :varattno 0 :vartype 2249}";
const entry = (...inside: string[]) => `{TARGETENTRY :expr {OPEXPR :args (${inside.join(" ")})}}`;
const table = (inside: string) => `{RANGETBLENTRY :alias {ALIAS :aliasname s} ${inside}}`;
const query = (tables: string[], entries: string[], quals: string[] = []) =>
  `{QUERY :rtable (${tables.join(" ")}) :jointree {FROMEXPR :quals (${quals.join(" ")})} :targetList (${entries.join(" ")})}`;
const nested = (depth: number, entries: string[]): string =>
  depth === 0
    ? query([], [entry(column)])
    : query([table(`:subquery ${nested(depth - 1, entries)}`)], entries);

it("counts the references of a query without subqueries", () => {
  expect(
    countColumnCopies(`(${query([], [entry(column), entry(column, column)], [column])})`),
  ).toBe(4);
  expect(countColumnCopies("<>")).toBe(0);
});

it("multiplies what subqueries repeat, but not different columns", () => {
  const double = [entry(column, column)];
  expect(countColumnCopies(nested(10, double))).toBeGreaterThanOrEqual(2 ** 10);
  expect(countColumnCopies(nested(10, [entry(column), entry(column)]))).toBe(21);
  const siblings = query(
    Array.from({ length: 10 }, () => table(`:subquery ${query([], double)}`)),
    double,
  );
  expect(countColumnCopies(siblings)).toBeGreaterThanOrEqual(2 ** 10);
});

it("multiplies what a query groups by with what it repeats of that", () => {
  const grouped = (depth: number): string =>
    query(
      [
        ...(depth > 0 ? [table(`:subquery ${grouped(depth - 1)}`)] : []),
        table(`:rtekind 9 :groupexprs ({MINMAX :args (${column} ${column})} ${column})`),
      ],
      [entry(column, column, column)],
    );
  expect(countColumnCopies(grouped(5))).toBeGreaterThanOrEqual(6 ** 5);
});

it("counts references in rows of values, to whole rows, and in subqueries within an expression", () => {
  const values = (inside: string) =>
    query([table(`:rtekind 5 :values_lists (({OPEXPR :args (${inside})}))`)], [entry(column)]);
  const twice = [0, 1, 2].map(() => table(`:subquery ${values(`${column} ${column}`)}`));
  expect(countColumnCopies(query(twice, [entry(column)]))).toBeGreaterThanOrEqual(2 ** 3);
  const columns = [entry(column), entry(column), entry(column), entry(row)];
  expect(countColumnCopies(nested(8, columns))).toBeGreaterThanOrEqual(3 ** 8);
  const sublink = `{SUBLINK :subselect ${nested(1, [entry(column)])}}`;
  expect(countColumnCopies(nested(8, [entry(sublink, sublink)]))).toBeGreaterThanOrEqual(2 ** 8);
});

it("keeps materialized queries apart, and reads no names as nodes", () => {
  const step = (kind: number) =>
    `{COMMONTABLEEXPR :ctename c :ctematerialized ${kind} :ctequery ${query([], [entry(column, column)])}}`;
  const all = (kind: number) =>
    query(
      Array.from({ length: 10 }, () => step(kind)),
      [entry(column)],
    );
  expect(countColumnCopies(all(0))).toBe(21 * 2 ** 10);
  expect(countColumnCopies(all(1))).toBe(21);
  const named = query([], [entry(column)]).replace(
    ":rtable",
    ":name \\}\\{VAR\\ :varno\\ 1\\} :rtable",
  );
  expect(countColumnCopies(named)).toBe(1);
});
