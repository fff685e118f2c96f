import { migrate } from "@fairclick/sql/db/migrate";
import { runMigrations } from "bullmq";
import pg from "pg";

/** Applies our migrations and the queue's. Returns the names of those that were new. */
export async function migrateAll(ownerUrl: string): Promise<string[]> {
  const applied = await migrate(ownerUrl);
  await migrateQueue(ownerUrl);
  return applied;
}

async function migrateQueue(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await runMigrations(client);
    await client.query(`
      grant usage on schema bullmq to fairclick_app;
      grant select, insert, update, delete on all tables in schema bullmq to fairclick_app;
      grant usage, select on all sequences in schema bullmq to fairclick_app;
      grant execute on all functions in schema bullmq to fairclick_app`);
  } finally {
    await client.end();
  }
}
