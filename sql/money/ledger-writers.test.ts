import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const product = ["core", "sql", "services", "api", "worker", "web", "cli", "deploy"];
const write =
  /\b(update|delete\s+from|insert\s+into|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?(?:public\.)?"?(ledger_\w+)/gi;

/** Who writes to the tables of the ledger, in what people wrote and Postgres runs. */
function findWriters(): string[] {
  return product
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && /\.(tsx?|sql|sh)$/.test(entry.name),
      ),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|\/)(node_modules|dist|testing)\/|\.test\.tsx?$|\.d\.ts$/.test(path))
    .flatMap((path) =>
      listWrites(readFileSync(join(root, path), "utf8")).map((w) => `${path}: ${w}`),
    )
    .sort();
}

function listWrites(text: string): string[] {
  return [...text.matchAll(write)].map(([, verb, table]) => `${verb?.toLowerCase()} ${table}`);
}

it("moves balances and lots only in the triggers on posted entries; lots are also proved, unproved and frozen", () => {
  expect(findWriters().filter((line) => !line.includes(": insert into "))).toEqual([
    "sql/money/earnings.ts: update ledger_lots",
    "sql/money/earnings.ts: update ledger_lots",
    "sql/money/earnings.ts: update ledger_lots",
    "sql/schema.sql: delete from ledger_lot_balances",
    "sql/schema.sql: update ledger_accounts",
    "sql/schema.sql: update ledger_lot_balances",
  ]);
});

it("posts in two places, both of which the triggers check", () => {
  expect(findWriters().filter((line) => line.includes(": insert into "))).toEqual([
    "sql/money/ledger.ts: insert into ledger_accounts",
    "sql/money/ledger.ts: insert into ledger_entries",
    "sql/money/ledger.ts: insert into ledger_entries",
    "sql/money/ledger.ts: insert into ledger_transactions",
    "sql/money/ledger.ts: insert into ledger_transactions",
    "sql/schema.sql: insert into ledger_accounts",
    "sql/schema.sql: insert into ledger_lot_balances",
    "sql/schema.sql: insert into ledger_lot_entries",
    "sql/schema.sql: insert into ledger_lots",
    "sql/schema.sql: insert into ledger_lots",
  ]);
});

it.each([
  "update ledger_accounts set balance_micros = 1",
  "UPDATE only public.ledger_accounts a set balance_micros = 1",
  'delete\n from "ledger_entries"',
  "merge into ledger_accounts using x",
  "truncate table ledger_accounts",
])("would find %j", (text) => {
  expect(listWrites(text)).toHaveLength(1);
});
