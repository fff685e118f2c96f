import type { Db } from "@fairclick/sql/db/client";
import { type Finding, ok, warn } from "./finding";

const promises: Record<string, string> = {
  fsync: "a power cut can destroy the database",
  synchronous_commit: "a crash can lose money that was acknowledged",
  full_page_writes: "a power cut can tear pages of the database",
};

/** What Postgres must be set to so that what it acknowledges stays. */
export async function examineDurability(db: Db): Promise<Finding> {
  const names = Object.keys(promises);
  const off = await db.sql<{ name: string }[]>`
    select name from pg_settings where name = any (${names}::text[]) and setting = 'off'
    order by name`;
  return off.length === 0
    ? ok("durability", `${names.join(", ")} are on`)
    : warn(
        "durability",
        off.map(({ name }) => `${name} = off: ${promises[name]}`).join("; "),
        "Set it in postgresql.conf and restart Postgres, before real money moves.",
      );
}
