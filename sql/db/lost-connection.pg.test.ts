import postgres from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../testing/test-database";

const { url } = await createTestDatabase();

/** A pool of one connection, which comes back at once. */
function openOne(): postgres.Sql {
  const sql = postgres(url, { max: 1, backoff: () => 0.01, onnotice: () => {} });
  afterAll(() => sql.end({ timeout: 1 }));
  return sql;
}

const endOneself = (by: postgres.Sql) =>
  by`select pg_terminate_backend(pg_backend_pid())`.catch(() => []);

describe("a connection after its server process has died", () => {
  it("rejects its queries without ending this process", async () => {
    const reserved = await openOne().reserve();
    await endOneself(reserved);
    for (let times = 0; times < 3; times += 1) {
      await expect(reserved`select 1`).rejects.toThrow(/CONNECTION_CLOSED|ECONNRESET/);
    }
  });

  it("is replaced by a working one, no matter which query was running", async () => {
    const sql = openOne();
    for (let round = 0; round < 10; round += 1) {
      const asked = Array.from({ length: 20 }, async (_, n) => {
        await Bun.sleep(n / 4);
        return sql`select ${n}::int`;
      });
      await Promise.allSettled([endOneself(sql), ...asked]);
      await expect.poll(async () => (await sql`select 1`.catch(() => [])).length).toBe(1);
    }
  });
});
