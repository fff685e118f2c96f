import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@fairclick/core/errors";
import postgres from "postgres";

const folder = join(import.meta.dirname, "..", "migrations");
/** The key of the advisory lock that keeps migrations from running at once. Arbitrary. */
const LOCK_KEY = 4_207_231_901;
/** A migration of every database from before the first release, and of none since. */
const UNRELEASED_MIGRATION = "0002_users.sql";

export type Migration = { name: string; hash: string; text: string };

/**
 * Applies the missing migrations to the database of `ownerUrl` and returns their names in order.
 * Safe to run from several processes at once. Throws if an applied migration differs from its file,
 * if the database has one that this version does not know, or if it is older than the first
 * release.
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const sql = postgres(ownerUrl, {
    max: 1,
    onnotice: () => {},
    connection: { options: "-c timezone=UTC" },
  });
  try {
    await sql`select pg_advisory_lock(${LOCK_KEY})`;
    const applied = await applyAll(sql, await readMigrations());
    await sql`select make_click_partitions((now() - interval '2 days')::date, (now() + interval '7 days')::date)`;
    return applied;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function applyAll(sql: postgres.Sql, migrations: Migration[]): Promise<string[]> {
  await sql`
    create table if not exists migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now()
    )`;
  const done = await sql<
    { name: string; hash: string }[]
  >`select name, hash from migrations order by name`;
  const names = new Set(done.map((row) => row.name));
  if (names.has(UNRELEASED_MIGRATION)) throw tooOld();
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, hash } of done) {
    const file = known.get(name);
    if (!file)
      throw new Error(`The database has migration ${name}, which this version does not know`);
    if (file.hash !== hash) throw new Error(`Migration ${name} was changed after it was applied`);
  }
  const missing = migrations.filter((migration) => !names.has(migration.name));
  for (const { name, hash, text } of missing) {
    await sql.begin(async (tx) => {
      await tx.unsafe(text);
      await tx`insert into migrations (name, hash) values (${name}, ${hash})`;
    });
  }
  await sql`grant select on migrations to fairclick_app`;
  return missing.map((migration) => migration.name);
}

function tooOld(): AppError {
  return new AppError(
    "conflict",
    [
      "An unreleased development version created this database. It cannot be updated: create a new one.",
      "If it is in a data folder: stop Fairclick, remove the folder (.data, or DATA_DIR) and start again.",
      "If it is on your own server: drop it, create an empty one and run `fairclick db migrate`.",
    ].join("\n"),
  );
}

/** Returns the migrations of this version in the order in which they are applied. */
export async function readMigrations(): Promise<Migration[]> {
  const files = (await listFiles()).filter(({ name }) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  files.sort((a, b) => (a.name < b.name ? -1 : 1));
  return Promise.all(
    files.map(async ({ name, read }) => {
      const text = await read();
      return { name, text, hash: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/** Lists the files of the folder, or those embedded in the single-file command line program. */
async function listFiles(): Promise<{ name: string; read: () => Promise<string> }[]> {
  if (Bun.embeddedFiles.length > 0) {
    return Bun.embeddedFiles.map((file) => ({
      name: "name" in file ? String(file.name) : "",
      read: () => file.text(),
    }));
  }
  const names = await readdir(folder);
  return names.map((name) => ({ name, read: () => readFile(join(folder, name), "utf8") }));
}
