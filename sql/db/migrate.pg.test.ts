import { describe, expect, it } from "vitest";
import { createTestDatabase } from "../testing/test-database";
import { migrate, readMigrations } from "./migrate";

const { owner, ownerUrl } = await createTestDatabase();
const fresh = await createTestDatabase();
const locked = await createTestDatabase();

const migration = (name: string, text: string) => ({ name, text, hash: name });
const withMigrations = async (...added: ReturnType<typeof migration>[]) => [
  ...(await readMigrations()),
  ...added,
];

describe("on an empty database", () => {
  it("applies the schema once while several processes migrate at once", async () => {
    await fresh.owner`drop schema public cascade`;
    await fresh.owner`create schema public`;
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(fresh.ownerUrl)));
    expect(applied.filter((list) => list.length > 0)).toEqual([["schema.sql"]]);
    const rows = await fresh.db.sql`select only_row from marketplace`;
    expect(rows).toEqual([{ onlyRow: true }]);
  });
});

describe("on a database that is up to date", () => {
  it("applies nothing", async () => {
    expect(await migrate(ownerUrl)).toEqual([]);
  });

  it("rolls a failed migration back", async () => {
    const broken = await withMigrations(
      migration("0001_broken.sql", "create table a (); select 1 / 0"),
    );
    await expect(migrate(ownerUrl, broken)).rejects.toThrow("division by zero");
    expect(await owner`select to_regclass('a') as a`).toMatchObject([{ a: null }]);
    expect(await migrate(ownerUrl)).toEqual([]);
  });

  it("says how to replace it if another schema created it, or migrations without one", async () => {
    const replace = {
      code: "conflict",
      message: expect.stringMatching(/create a new one\..*remove the folder.*drop it/s),
    };
    await owner`update migrations set hash = md5(hash) where name = 'schema.sql'`;
    await expect(migrate(ownerUrl)).rejects.toMatchObject(replace);
    await owner`update migrations set name = '0001_roles.sql' where name = 'schema.sql'`;
    await expect(migrate(ownerUrl)).rejects.toMatchObject(replace);
  });
});

it("applies migrations in order, and throws if one was edited or is not known", async () => {
  const added = await withMigrations(
    migration("0001_notes.sql", "create table notes ()"),
    migration("0002_texts.sql", "alter table notes add column text text"),
  );
  expect(await migrate(fresh.ownerUrl, added)).toEqual(["0001_notes.sql", "0002_texts.sql"]);
  await expect(migrate(fresh.ownerUrl)).rejects.toThrow(
    "0001_notes.sql, which this version does not",
  );
  await fresh.owner`update migrations set hash = 'other' where name = '0001_notes.sql'`;
  await expect(migrate(fresh.ownerUrl, added)).rejects.toThrow(
    "Migration 0001_notes.sql was changed after it was applied",
  );
});

it("does not let readers wait behind a lock that it waits for", async () => {
  const { owner, ownerUrl, db } = locked;
  const reader = await owner.reserve();
  await reader`begin`;
  await reader`select from users limit 1`;
  const added = await withMigrations(
    migration("0001_column.sql", "alter table users add column note text"),
  );
  const migrating = migrate(ownerUrl, added);
  const isWaiting = async () => (await owner`select from pg_locks where not granted`).length > 0;
  await expect.poll(isWaiting).toBe(true);
  // Behind the migration it would wait for longer than a statement may.
  await db.sql`select from users limit 1`;
  await reader`rollback`;
  reader.release();
  expect(await migrating).toEqual(["0001_column.sql"]);
});
