import { expect, it } from "vitest";
import { createTestDatabase } from "./test-database";

const { db, owner } = await createTestDatabase();
const other = await createTestDatabase();

it("returns a migrated database in which the application acts as its own role", async () => {
  const [row] = await db.sql<{ role: string }[]>`select current_user as role`;
  expect(row?.role).toBe("fairclick_app");
});

it("lets the owner and not the application change tables", async () => {
  await owner`create table made_by_owner (id bigint)`;
  await expect(db.sql`create table made_by_app (id bigint)`).rejects.toThrow("permission denied");
});

it("does not see what another test database holds", async () => {
  await other.owner`create table only_there (id bigint)`;
  const [row] = await owner<{ found: string | null }[]>`select to_regclass('only_there') as found`;
  expect(row?.found).toBeNull();
});
