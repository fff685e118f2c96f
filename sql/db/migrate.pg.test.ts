import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../testing/test-database";
import { dumpSchema } from "./dump-schema";
import { migrate } from "./migrate";

const { owner, ownerUrl } = await createTestDatabase();
const empty = await createTestDatabase();

const names = (await readdir(join(import.meta.dirname, "..", "migrations"))).sort();

describe("on a database that is up to date", () => {
  beforeEach(() => owner`create table migrations_before as select * from migrations`);
  afterEach(async () => {
    await owner`truncate migrations`;
    await owner`insert into migrations select * from migrations_before`;
    await owner`drop table migrations_before`;
  });

  it("finds nothing to do", async () => {
    expect(await migrate(ownerUrl)).toEqual([]);
  });

  it("refuses when a migration that was applied has been edited since", async () => {
    await owner`update migrations set hash = md5(hash) where name = '0004_ledger.sql'`;
    await expect(migrate(ownerUrl)).rejects.toThrow(
      "Migration 0004_ledger.sql was changed after it had been applied",
    );
  });

  it("refuses when the database is ahead of this version", async () => {
    await owner`insert into migrations (name, hash) values ('9999_future.sql', 'x')`;
    await expect(migrate(ownerUrl)).rejects.toThrow("9999_future.sql, which this version does not");
  });
});

it("applies every migration once, in order, however many processes migrate at once", async () => {
  await empty.owner`drop schema public cascade`;
  await empty.owner`create schema public`;
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(empty.ownerUrl)));
  expect(applied.filter((list) => list.length > 0)).toEqual([names]);
  expect(await dumpSchema(empty.owner)).toBe(await dumpSchema(owner));
});

it("leaves nothing of a migration that fails behind, and goes on from there", async () => {
  await empty.owner`delete from migrations where name = '0003_campaigns.sql'`;
  const before = await dumpSchema(empty.owner);
  await expect(migrate(empty.ownerUrl)).rejects.toThrow();
  expect(await dumpSchema(empty.owner)).toBe(before);
});
