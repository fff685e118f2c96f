import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "@fairclick/dev/postgres/embedded-postgres";
import { migrateAll } from "@fairclick/services/queue/postgres-store";
import { admitLogin } from "@fairclick/sql/db/migrate";
import { storeKnownSecret } from "./known-device";
import { type Running, trackProcess } from "./running";

export type Database = Running & Pick<EmbeddedPostgres, "port" | "urlFor">;

type Place = { port?: number; kept?: boolean; durable?: boolean };

/**
 * Starts the embedded Postgres as `bun start` does, flushing to disk if `durable`. The same folder has
 * the same data. The data is deleted when this process ends, unless `kept`.
 */
export async function startDatabase(
  dataDir: string,
  { port, kept = false, durable = true }: Place = {},
): Promise<Database> {
  const server = await startEmbeddedPostgres({ dataDir, durable, ...(port && { port }) });
  const { pid, exited, urlFor } = server;
  const running = trackProcess({ pid, exited, folder: kept ? null : dataDir });
  return { ...running, port: server.port, urlFor, stop: server.stop };
}

export async function prepareDatabase(database: Database): Promise<void> {
  const ownerUrl = database.urlFor("fairclick_owner");
  await migrateAll(ownerUrl);
  await admitLogin(ownerUrl, "fairclick");
  await storeKnownSecret(ownerUrl);
}
