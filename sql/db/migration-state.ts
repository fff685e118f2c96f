import type { Queryable } from "./client";
import { readMigrations } from "./migrate";

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
