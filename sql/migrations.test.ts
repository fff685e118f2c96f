import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "migrations");

/** What a process of the release before cannot bear. */
const contracting = [
  /\bdrop (table|column|view|function|type|schema)\b/,
  /\brename\b/,
  /\balter column \S+ (set data )?type\b/,
  /\bset not null\b/,
  /\badd column\b(?!.*\bdefault\b).*\bnot null\b/,
  /\brevoke\b/,
];

/** Returns the statements that contract without the release that stopped using what goes. */
function findContractions(text: string): string[] {
  return text
    .split(";")
    .filter((statement) => !/^-- contract: unused since v\d+\.\d+\.\d+$/m.test(statement))
    .map((statement) => statement.replace(/--.*$/gm, "").trim().toLowerCase())
    .filter((statement) => contracting.some((pattern) => pattern.test(statement)));
}

it("each migration expands, or says since which release nothing uses what it takes away", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const found = files.flatMap((name) =>
    findContractions(readFileSync(join(folder, name), "utf8")).map((each) => `${name}: ${each}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ["alter table campaigns drop column old_name", true],
  ["-- contract: unused since v1.2.0\nalter table campaigns drop column old_name", false],
  ["-- nothing needs it\ndrop table old_names", true],
  ["alter table clicks rename column ip to address", true],
  ["alter table clicks alter column price type bigint", true],
  ["alter table clicks alter column price set not null", true],
  ["alter table clicks add column price bigint not null", true],
  ["alter table clicks add column price bigint not null default 0", false],
  ["alter table clicks add column price bigint", false],
  ["revoke select on clicks from fairclick_app", true],
  ["create table names (id int not null); create index on names (id)", false],
])("%s: %s", (text, contracts) => {
  expect(findContractions(text).length > 0).toBe(contracts);
});
