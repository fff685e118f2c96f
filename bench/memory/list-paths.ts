import type { Db } from "@fairclick/sql/db/client";

/** Returns the redirect paths of all links. */
export async function listPaths({ sql }: Db): Promise<string[]> {
  const rows = await sql<{ path: string }[]>`
    select '/api/clicks/redirect/' || campaign_id || '?userId=' || creator_id as path from links`;
  return rows.map(({ path }) => path);
}
