import { migrateAll } from "@fairclick/services/queue/postgres-store";
import { admitLogin } from "@fairclick/sql/db/migrate";
import { startEmbeddedPostgres } from "../postgres/embedded-postgres";
import { keepRunning } from "./keep-running";
import type { Starting } from "./stack-parts";
import { StartError } from "./start-error";

export type Database = {
  url: string;
  ownerUrl: string;
  /** Port of the embedded Postgres, or null for an existing database. */
  port: number | null;
};

/**
 * Connects to the database of `DATABASE_URL`, or starts the embedded one, then migrates it and
 * grants the application's role. Throws a `StartError`.
 */
export async function startDatabase(starting: Starting): Promise<Database> {
  const database = starting.env.DATABASE_URL ? findDatabase(starting) : await embed(starting);
  try {
    await migrateAll(database.ownerUrl);
    await admitLogin(database.ownerUrl, decodeURIComponent(new URL(database.url).username));
  } catch (error) {
    throw new StartError(
      `The database could not be brought up to date: ${error instanceof Error ? error.message : error}`,
    );
  }
  return database;
}

function findDatabase({ config, say }: Starting): Database {
  const { host, pathname } = new URL(config.databaseUrl);
  say(`Postgres  ${host}${pathname}, from DATABASE_URL`);
  return { url: config.databaseUrl, ownerUrl: config.ownerUrl, port: null };
}

async function embed({ config, say, onStop }: Starting): Promise<Database> {
  const { dataDir } = config;
  const server = await startEmbeddedPostgres({ dataDir, durable: true }).catch((error) => {
    throw new StartError(error instanceof Error ? error.message : String(error));
  });
  const { port } = server;
  const kept = keepRunning({
    name: "Postgres",
    first: server,
    restart: () => startEmbeddedPostgres({ dataDir, durable: true, port }),
    say,
  });
  onStop(kept.stop);
  say(`Postgres  127.0.0.1:${port}, its data in ${server.clusterDir}`);
  return { url: server.urlFor("fairclick"), ownerUrl: server.urlFor("fairclick_owner"), port };
}
