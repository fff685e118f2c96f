import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";

const folder = join(import.meta.dirname, "..", "migrations");
/** An arbitrary number that only migrations of this project take. */
const LOCK_KEY = 4_207_231_901;

export type Migration = { name: string; hash: string; text: string };

/**
 * Brings the database of `ownerUrl` up to date and gives the names of what it applied. Safe to run
 * from several processes at once. Throws when a migration that has been applied was edited since,
 * or when the database knows one that this checkout does not have.
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
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, hash } of done) {
    const file = known.get(name);
    if (!file)
      throw new Error(`The database has migration ${name}, which this version does not know`);
    if (file.hash !== hash)
      throw new Error(`Migration ${name} was changed after it had been applied`);
  }
  const names = new Set(done.map((row) => row.name));
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

/** What this version knows, in the order in which it is applied. */
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

/** The command line program that is one file carries the migrations in itself. */
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
