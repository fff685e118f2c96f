import { expect, it } from "vitest";
import { createTestDatabase } from "../testing/test-database";
import { findMigrationState } from "./migration-state";

const { db, owner } = await createTestDatabase();

it("finds a migrated database current", async () => {
  expect(await findMigrationState(db.sql)).toEqual({ pending: [], foreign: [] });
});

it("names what is missing, what is unknown and what is not the same", async () => {
  await owner`delete from migrations where name = '0007_operators.sql'`;
  await owner`update migrations set hash = 'other' where name = '0003_campaigns.sql'`;
  await owner`insert into migrations (name, hash) values ('9999_from_the_future.sql', '')`;
  expect(await findMigrationState(db.sql)).toEqual({
    pending: ["0007_operators.sql"],
    foreign: ["0003_campaigns.sql", "9999_from_the_future.sql"],
  });
});

it("is not the application's to write", async () => {
  await expect(db.sql`delete from migrations`).rejects.toThrow("permission denied");
});
