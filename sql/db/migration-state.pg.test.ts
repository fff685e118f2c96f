import { expect, it } from "vitest";
import { createTestDatabase } from "../testing/test-database";
import { findMigrationState } from "./migrate";

const { db, owner } = await createTestDatabase();

it("returns empty lists for a migrated database", async () => {
  expect(await findMigrationState(db.sql)).toEqual({ pending: [], foreign: [] });
});

it("names missing, unknown and changed migrations", async () => {
  await owner`update migrations set hash = 'other' where name = 'schema.sql'`;
  await owner`insert into migrations (name, hash) values ('9999_from_the_future.sql', '')`;
  expect(await findMigrationState(db.sql)).toEqual({
    pending: [],
    foreign: ["9999_from_the_future.sql", "schema.sql"],
  });
  await owner`delete from migrations`;
  expect(await findMigrationState(db.sql)).toEqual({ pending: ["schema.sql"], foreign: [] });
});

it("keeps the application from changing the list of migrations", async () => {
  await expect(db.sql`delete from migrations`).rejects.toThrow("permission denied");
});
