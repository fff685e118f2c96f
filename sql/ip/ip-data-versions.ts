import type { RangeEffect } from "@fairclick/core/ip/ip-data";
import type { Db, Queryable } from "../db/client";

/** The version of each list, and the operators' ranges at that time. */
export type IpDataContent = {
  lists: { name: string; version: string; date: string }[];
  operatorRanges: { range: string; effect: RangeEffect }[];
};

/** Returns the version number of this content, identified by its hash; stores it if it is new. */
export async function getOrCreateIpDataVersion(
  { sql }: Pick<Db, "sql">,
  hash: Uint8Array,
  content: IpDataContent,
): Promise<number> {
  const known = await findVersion(sql, hash);
  if (known !== null) return known;
  await sql`
    /* ipDataVersions.getOrCreateIpDataVersion */
    insert into ip_data_versions (hash, content) values (${hash}, ${sql.json(content)})
    on conflict (hash) do nothing`;
  const version = await findVersion(sql, hash);
  if (version === null) throw new Error("A version of the address data was deleted");
  return version;
}

async function findVersion(db: Queryable, hash: Uint8Array): Promise<number | null> {
  const [row] = await db<{ version: number }[]>`
    /* ipDataVersions.findVersion */
    select version from ip_data_versions where hash = ${hash}`;
  return row?.version ?? null;
}
