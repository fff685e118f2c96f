import { findCountry } from "@fairclick/core/ip/ip-data";
import { noRangeTable, openRangeTables, type RangeTable } from "@fairclick/core/ip/ranges";
import type { Db, Queryable } from "@fairclick/sql/db/client";
import { listIpListTries, listRangeTables } from "@fairclick/sql/ip/lists";
import type { Logger } from "pino";
import { countedLists, ipSources } from "./ip-sources";

const CHECK_MS = 600_000;

export type Places = {
  /** Returns the ISO code of the country of an address; null if unknown. Never throws. */
  findCountry: (ip: string) => Promise<string | null>;
};

type Loaded = { table: RangeTable; versions: string[]; checkedAtMs: number };

/**
 * Looks addresses up in the tables that also tell the countries of clicks. Loads the tables with the first look-up, and looks for a newer one at most every ten minutes.
 */
export function openPlaces(db: Db, log: Logger): Places {
  let loading: Promise<Loaded> | undefined;
  const load = async (): Promise<RangeTable> => {
    const last = await loading?.catch(() => undefined);
    if (last && Date.now() - last.checkedAtMs < CHECK_MS) return last.table;
    loading = loadTable(db, last ?? null);
    return (await loading).table;
  };
  return {
    findCountry: async (ip) => {
      try {
        return findCountry({ countryTable: await load() }, ip);
      } catch (error) {
        log.warn({ err: error }, "The country of a sign-in could not be looked up");
        return null;
      }
    },
  };
}

async function loadTable(db: Db, last: Loaded | null): Promise<Loaded> {
  const checkedAtMs = Date.now();
  const classes = ["country"] as const;
  const known = await listRangeTables(db.sql, { classes, knownVersions: last?.versions ?? [] });
  const versions = known.map(({ version }) => version);
  if (last && versions.join() === last.versions.join()) return { ...last, checkedAtMs };
  const isComplete = known.every(({ packed }) => packed);
  const tables = isComplete ? known : await listRangeTables(db.sql, { classes });
  const packed = tables.flatMap((table) => table.packed ?? []);
  const table = packed.length > 0 ? openRangeTables(packed) : noRangeTable;
  return { table, versions, checkedAtMs };
}

/** Whether the countries of clicks are known: by the downloaded tables of both address families. */
export async function hasCountryData(db: Queryable): Promise<boolean> {
  const good = countedLists((await listIpListTries(db)).filter((each) => each.good !== null));
  const names = new Set(good.map(({ name }) => name));
  return ipSources.every((source) => source.class !== "country" || names.has(source.name));
}
