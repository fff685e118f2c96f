import type { Queryable } from "@fairclick/sql/db/client";
import { listIpListTries } from "@fairclick/sql/ip/lists";
import { countedLists, ipSources } from "../sources";

/** Whether the countries of clicks are known: by the downloaded tables of both address families. */
export async function hasCountryData(db: Queryable): Promise<boolean> {
  const good = countedLists((await listIpListTries(db)).filter((each) => each.good !== null));
  const names = new Set(good.map(({ name }) => name));
  return ipSources.every((source) => source.class !== "country" || names.has(source.name));
}
