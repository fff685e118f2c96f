import type { Db } from "@fairclick/sql/client";

/** The paths of all links that there are. */
export async function listPaths({ sql }: Db): Promise<string[]> {
  const rows = await sql<{ path: string }[]>`
    select '/api/clicks/redirect/' || campaign_id || '?userId=' || creator_id as path from links`;
  return rows.map(({ path }) => path);
}
