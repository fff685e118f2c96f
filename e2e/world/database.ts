import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "@fairclick/dev/postgres/embedded-postgres";
import { migrateAll } from "@fairclick/services/migrate-all";
import { admitLogin } from "@fairclick/sql/db/admit-login";
import { keepKnownSecret } from "./known-device";
import { keepTrack, type Running } from "./running";

export type Database = Running & Pick<EmbeddedPostgres, "port" | "urlFor">;

type Place = { port?: number; kept?: boolean };

/**
 * The embedded Postgres as `bun start` runs it, flushing to disk; the same data with the same
 * folder, which ends with us unless it is kept.
 */
export async function startDatabase(
  dataDir: string,
  { port, kept = false }: Place = {},
): Promise<Database> {
  const server = await startEmbeddedPostgres({ dataDir, durable: true, ...(port && { port }) });
  const { pid, exited, urlFor } = server;
  const running = keepTrack({ pid, exited, folder: kept ? null : dataDir });
  return { ...running, port: server.port, urlFor, stop: server.stop };
}

export async function prepareDatabase(database: Database): Promise<void> {
  const ownerUrl = database.urlFor("fairclick_owner");
  await migrateAll(ownerUrl);
  await admitLogin(ownerUrl, "fairclick");
  await keepKnownSecret(ownerUrl);
}
