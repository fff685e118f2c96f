import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { AppError } from "@fairclick/core/errors";
import postgres from "postgres";
import { connectAsOwner, type Queryable } from "./client";

const folder = join(import.meta.dirname, "..");
/** The file of the whole schema. Applied to an empty database; migrations change it from there. */
const BASELINE = "schema.sql";
/** The key of the advisory lock that keeps migrations from running at once. Arbitrary. */
const LOCK_KEY = 4_207_231_901;

/** A migration that waits for a lock makes every later reader of the table wait behind it. */
const LOCK_TIMEOUT = "2s";
const MAX_TRIES = 30;
const RETRY_AFTER_MS = 2_000;
const LOCK_NOT_AVAILABLE = "55P03";

export type Migration = { name: string; hash: string; text: string };

/**
 * Applies the schema and the migrations that the database of `ownerUrl` does not have, each in a
 * transaction, and returns their names in order. Waits a short time for each lock, and tries again. Safe to run from several processes at once. Throws
 * if an applied migration differs from its file, if the database has one that this version does not
 * know, or if it was created by another schema, as one from before the first release is.
 */
export async function migrate(ownerUrl: string, migrations?: Migration[]): Promise<string[]> {
  const sql = postgres(ownerUrl, {
    max: 1,
    onnotice: () => {},
    connection: { options: "-c timezone=UTC" },
  });
  try {
    await sql`select pg_advisory_lock(${LOCK_KEY})`;
    await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, false)`;
    const applied = await applyAll(sql, migrations ?? (await readMigrations()));
    await retryLocked(
      () =>
        sql`select make_click_partitions((now() - interval '2 days')::date, (now() + interval '7 days')::date)`,
    );
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
  const known = new Map(migrations.map(({ name, hash }) => [name, hash]));
  const baseline = done.find(({ name }) => name === BASELINE);
  if (done.length > 0 && baseline?.hash !== known.get(BASELINE)) throw tooOld();
  for (const { name, hash } of done) {
    const expected = known.get(name);
    if (!expected)
      throw new Error(`The database has migration ${name}, which this version does not know`);
    if (hash !== expected) throw new Error(`Migration ${name} was changed after it was applied`);
  }
  const missing = migrations.filter((migration) => !names.has(migration.name));
  for (const { name, hash, text } of missing) {
    await retryLocked(() =>
      sql.begin(async (tx) => {
        await tx.unsafe(text);
        await tx`insert into migrations (name, hash) values (${name}, ${hash})`;
      }),
    );
  }
  await sql`grant select on migrations to fairclick_app`;
  return missing.map((migration) => migration.name);
}

/** Tries again, for about two minutes, while others hold a lock that the work needs. */
async function retryLocked(work: () => PromiseLike<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const isLocked = error instanceof postgres.PostgresError && error.code === LOCK_NOT_AVAILABLE;
      if (!isLocked || attempt === MAX_TRIES) throw error;
      await Bun.sleep(RETRY_AFTER_MS);
    }
  }
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

/** Returns the schema and the migrations of this version in the order in which they are applied. */
export async function readMigrations(): Promise<Migration[]> {
  const files = await listFiles();
  const baseline = files.filter(({ name }) => name === BASELINE);
  const changes = files.filter(({ name }) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  changes.sort((a, b) => (a.name < b.name ? -1 : 1));
  return Promise.all(
    [...baseline, ...changes].map(async ({ name, read }) => {
      const text = await read();
      return { name, text, hash: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/** Lists the files of `sql` and `sql/migrations`, or those embedded in the single-file command line program. */
async function listFiles(): Promise<{ name: string; read: () => Promise<string> }[]> {
  if (Bun.embeddedFiles.length > 0) {
    return Bun.embeddedFiles.map((file) => ({
      name: "name" in file ? String(file.name) : "",
      read: () => file.text(),
    }));
  }
  const names = await readdir(join(folder, "migrations"));
  const paths = [BASELINE, ...names.map((name) => join("migrations", name))];
  return paths.map((path) => ({
    name: basename(path),
    read: () => readFile(join(folder, path), "utf8"),
  }));
}

export type MigrationState = {
  /** Known to this version and not applied. */
  pending: string[];
  /** Applied by another version: unknown to this one, or with another text. */
  foreign: string[];
};

/** Compares the database with the migrations of this version. Both lists are empty if it is current. */
export async function findMigrationState(db: Queryable): Promise<MigrationState> {
  const known = new Map((await readMigrations()).map(({ name, hash }) => [name, hash]));
  const applied = await db<{ name: string; hash: string }[]>`
    /* migrations.findMigrationState */
    select name, hash from migrations order by name`;
  const names = new Set(applied.map(({ name }) => name));
  return {
    pending: [...known.keys()].filter((name) => !names.has(name)),
    foreign: applied.filter(({ name, hash }) => known.get(name) !== hash).map(({ name }) => name),
  };
}

/**
 * Grants `fairclick_app` to a login, as every connection of the application needs it. Returns false
 * if the login has it already. Throws `not_found` if there is no such login.
 */
export async function admitLogin(ownerUrl: string, login: string): Promise<boolean> {
  const db = connectAsOwner(ownerUrl);
  try {
    const [role] = await db.sql<{ isMember: boolean }[]>`
      /* admitLogin.find */
      select pg_has_role(oid, 'fairclick_app', 'member') as is_member
      from pg_roles where rolname = ${login}`;
    if (!role) {
      throw new AppError(
        "not_found",
        `The database server has no login "${login}". Create it first.`,
      );
    }
    if (role.isMember) return false;
    await db.sql`grant fairclick_app to ${db.sql(login)}`;
    return true;
  } finally {
    await db.end();
  }
}
