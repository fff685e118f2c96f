import type { Sql } from "@fairclick/sql/db/client";
import { ipSources } from "../ip-sources";
import { parseDownload } from "../update-ip-data";

/**
 * Stores the tables of countries, as a download would, with empty lists of Apple's relays: no list
 * counts without them. `lines` are IPv4 ranges, such as `81.0.0.0,81.63.255.255,GB`.
 */
export async function storeCountries(owner: Sql, lines: string, version = "1"): Promise<void> {
  const needed = ipSources.filter(
    (source) => source.class === "country" || source.name.startsWith("apple-proxy"),
  );
  for (const { name, class: sourceClass } of needed) {
    const { content } = await parseDownload(sourceClass, name === "country-v4" ? lines : "");
    await owner`
      insert into ip_lists (name, class, source, version, ranges, networks, fetched_at, checked_at,
        tried_at, body, packed)
      values (${name}, ${sourceClass}, 'https://lists.example', ${version}, 1, 1, now(), now(),
        now(), ${content.body}, ${content.packed})
      on conflict (name) do update set version = excluded.version, packed = excluded.packed`;
  }
}
