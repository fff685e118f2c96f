import { expect, it } from "vitest";
import { createTestDatabase } from "../testing/test-database";
import { findMigrationState } from "./migration-state";

const { db, owner } = await createTestDatabase();

it("returns empty lists for a migrated database", async () => {
  expect(await findMigrationState(db.sql)).toEqual({ pending: [], foreign: [] });
});

it("names missing, unknown and changed migrations", async () => {
  await owner`delete from migrations where name = '0010_operations.sql'`;
  await owner`update migrations set hash = 'other' where name = '0003_campaigns.sql'`;
  await owner`insert into migrations (name, hash) values ('9999_from_the_future.sql', '')`;
  expect(await findMigrationState(db.sql)).toEqual({
    pending: ["0010_operations.sql"],
    foreign: ["0003_campaigns.sql", "9999_from_the_future.sql"],
  });
});

it("keeps the application from changing the list of migrations", async () => {
  await expect(db.sql`delete from migrations`).rejects.toThrow("permission denied");
});
