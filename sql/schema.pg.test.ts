import { expect, it } from "vitest";
import type { Sql } from "./db/client";
import { dumpSchema } from "./db/dump-schema";
import { createTestDatabase } from "./testing/test-database";

const { owner } = await createTestDatabase();
const other = await createTestDatabase();

it("is what sql/schema.sql says (after a migration: bun run test sql/schema -u)", async () => {
  await expect(await dumpSchema(owner)).toMatchFileSnapshot("./schema.sql");
});

it("shows every kind of change", async () => {
  const changes = [
    (sql: Sql) => sql`alter table users add column nickname text`,
    (sql: Sql) => sql`alter table users alter column username drop not null`,
    (sql: Sql) => sql`alter table links drop constraint links_code_taken`,
    (sql: Sql) => sql`drop index pending_clicks_clicked`,
    (sql: Sql) => sql`drop trigger audit_log_append_only on audit_log`,
    (sql: Sql) => sql`grant update (balance_micros) on ledger_accounts to fairclick_app`,
    (sql: Sql) => sql`grant delete on clicks to fairclick_app`,
    (sql: Sql) => sql`grant execute on function make_click_partitions to public`,
    (sql: Sql) => sql`
      create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    (sql: Sql) => sql`create view paid_clicks as select id from clicks where paid_micros > 0`,
  ];
  let last = await dumpSchema(other.owner);
  for (const change of changes) {
    await change(other.owner);
    const now = await dumpSchema(other.owner);
    expect(now).not.toBe(last);
    last = now;
  }
});

it("does not depend on which days have their partitions", async () => {
  const before = await dumpSchema(owner);
  await owner`select make_click_partitions('2040-01-01', '2040-01-03')`;
  expect(await dumpSchema(owner)).toBe(before);
});
