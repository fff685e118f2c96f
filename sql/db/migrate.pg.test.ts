import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../testing/test-database";
import { dumpSchema } from "./dump-schema";
import { migrate } from "./migrate";

const { owner, ownerUrl } = await createTestDatabase();
const empty = await createTestDatabase();

const files = await readdir(join(import.meta.dirname, "..", "migrations"));
const names = files.filter((name) => name.endsWith(".sql")).sort();

describe("on a database that is up to date", () => {
  beforeEach(() => owner`create table migrations_before as select * from migrations`);
  afterEach(async () => {
    await owner`truncate migrations`;
    await owner`insert into migrations select * from migrations_before`;
    await owner`drop table migrations_before`;
  });

  it("applies nothing", async () => {
    expect(await migrate(ownerUrl)).toEqual([]);
  });

  it("throws if an applied migration was edited", async () => {
    await owner`update migrations set hash = md5(hash) where name = '0004_ledger.sql'`;
    await expect(migrate(ownerUrl)).rejects.toThrow(
      "Migration 0004_ledger.sql was changed after it was applied",
    );
  });

  it("says how to replace a database that is older than the first release", async () => {
    await owner`insert into migrations (name, hash) values ('0002_users.sql', 'x')`;
    await expect(migrate(ownerUrl)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/create a new one\..*remove the folder.*drop it/s),
    });
  });

  it("throws if the database is ahead of this version", async () => {
    await owner`insert into migrations (name, hash) values ('9999_future.sql', 'x')`;
    await expect(migrate(ownerUrl)).rejects.toThrow("9999_future.sql, which this version does not");
  });
});

it("applies every migration once and in order while several processes migrate at once", async () => {
  await empty.owner`drop schema public, reports cascade`;
  await empty.owner`create schema public`;
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(empty.ownerUrl)));
  expect(applied.filter((list) => list.length > 0)).toEqual([names]);
  expect(await dumpSchema(empty.owner)).toBe(await dumpSchema(owner));
});

it("rolls a failed migration back", async () => {
  await empty.owner`delete from migrations where name = '0003_campaigns.sql'`;
  const before = await dumpSchema(empty.owner);
  await expect(migrate(empty.ownerUrl)).rejects.toThrow();
  expect(await dumpSchema(empty.owner)).toBe(before);
});
