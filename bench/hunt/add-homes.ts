import type { Sql } from "@fairclick/sql/db/client";

const HOMES = 40;

/** Lets every creator be signed in at addresses and with devices of the newest clicks. */
export async function addHomes(owner: Sql): Promise<void> {
  await owner`
    with newest as materialized (
      select ip_key, device_key, row_number() over () as n from (
        select ip_key, device_key from visited_clicks order by clicked_at desc limit 10000
      ) c
    ),
    creators as (select id, row_number() over () - 1 as n from (select distinct creator_id as id from links) k)
    insert into presences (user_id, kind, key, seen_at)
    select distinct creators.id, kind, key, now()
    from creators join newest on newest.n between creators.n * ${HOMES} and (creators.n + 1) * ${HOMES}
    cross join lateral (values ('ip', abbrev(newest.ip_key)), ('device', newest.device_key)) place (kind, key)`;
}
