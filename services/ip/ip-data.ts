import { createHash } from "node:crypto";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import {
  findCountry,
  type IpData,
  type ListAge,
  listAgeWarnings,
  type RangeEffect,
  type SourceClass,
  type TableClass,
  tableClasses,
} from "@fairclick/core/ip/ip-data";
import { noRangeTable, openRangeTables, type RangeTable } from "@fairclick/core/ip/ranges";
import { listSignIns as listRows, type SignIn } from "@fairclick/sql/accounts/devices";
import type { Db, ListeningDb, Queryable } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  deleteIpRange,
  getOrCreateIpDataVersion,
  type IpDataContent,
  type IpListTry,
  type IpRange,
  listGoodIpLists,
  listIpListTries,
  listIpRanges,
  listRangeTables,
  lockIpRange,
  normaliseNetwork,
  type RangeTableRow,
  type StoredIpList,
  upsertIpRange,
} from "@fairclick/sql/ip/lists";
import type { Logger } from "pino";
import { makeChange, requireOperator } from "../changes";
import { type Ctx, repeat } from "../context";
import { compileStored, formatUtcDay, ipSources } from "./ip-sources";

type LoadedIpData = {
  data: IpData;
  /** When each list was last confirmed. */
  ages: ListAge[];
  /** Versions of the tables that are open. */
  tableVersions: readonly string[];
  /** Hash of the source rows: the same content is not compiled again. */
  hash: string;
};

/** Reads lists, tables and operators' ranges and compiles them; returns `last` if nothing changed. */
export async function loadIpData(db: Db, last: LoadedIpData | null): Promise<LoadedIpData> {
  const [stored, tables, ranges] = await Promise.all([
    listGoodIpLists(db.sql),
    listRangeTables(db.sql, { classes: tableClasses, knownVersions: last?.tableVersions ?? [] }),
    listIpRanges(db.sql),
  ]);
  const all = [...stored, ...tables];
  const ages = all.map(({ name, checkedAt, class: sourceClass }) => ({
    name,
    class: sourceClass,
    checkedAt,
  }));
  const content = describe(all, ranges);
  const hash = createHash("sha256").update(JSON.stringify(content)).digest();
  const key = hash.toString("hex");
  if (last?.hash === key) return { ...last, ages };
  const isEmpty = all.length === 0 && ranges.length === 0;
  const version = isEmpty ? null : await getOrCreateIpDataVersion(db, hash, content);
  const tableVersions = tables.map((table) => table.version);
  const isSame = last !== null && tableVersions.join() === last.tableVersions.join();
  const opened = isSame ? last.data : await openTables(db, tables);
  const { asnTable, countryTable } = opened;
  const data = compileStored({ version, lists: stored, ranges, asnTable, countryTable });
  return { data, ages, tableVersions, hash: key };
}

/** Reads again what was left out because another version of it was known. */
async function openTables(
  db: Db,
  tables: readonly RangeTableRow[],
): Promise<Pick<IpData, "asnTable" | "countryTable">> {
  const isComplete = tables.every(({ packed }) => packed);
  const complete = isComplete ? tables : await listRangeTables(db.sql, { classes: tableClasses });
  const open = (tableClass: TableClass) =>
    openRangeTables(
      complete.flatMap((table) => (table.class === tableClass ? (table.packed ?? []) : [])),
    );
  return { asnTable: open("asn"), countryTable: open("country") };
}

type Versioned = Pick<StoredIpList, "name" | "version" | "fetchedAt">;

function describe(lists: readonly Versioned[], ranges: readonly IpRange[]): IpDataContent {
  return {
    lists: lists.map(({ name, version, fetchedAt }) => ({
      name,
      version,
      date: formatUtcDay(fetchedAt),
    })),
    operatorRanges: ranges.map(({ range, effect }) => ({ range, effect })),
  };
}

const CHANNEL = "ip_data_changed";
const PAUSE_MS = 250;
const RETRY_MS = 2_000;

export type IpDataFollower = {
  /** Returns the current data; waits until they could be read once, even if there are none. */
  get: () => Promise<IpData>;
  /** When each list was last confirmed; null until the data could be read once. */
  ages: () => readonly ListAge[] | null;
  stop: () => Promise<void>;
};

type Options = { onAges?: (ages: readonly ListAge[]) => void };

/**
 * Keeps this process's compiled address data up to date with the database. The data are replaced
 * whole, so a look-up sees either the old or the new. A notification can be missed while
 * disconnected, so every new subscription reads the data again.
 */
export function followIpData(
  db: ListeningDb,
  log: Logger,
  { onAges }: Options = {},
): IpDataFollower {
  let loaded: LoadedIpData | null = null;
  let isStale = true;
  const first = Promise.withResolvers<void>();
  first.promise.catch(() => {});
  const markStale = () => {
    isStale = true;
  };
  db.listen(CHANNEL, { onPayload: markStale, onListening: markStale });
  const work = repeat(async () => {
    try {
      if (!isStale) return PAUSE_MS;
      isStale = false;
      loaded = await loadIpData(db, loaded);
      first.resolve();
      onAges?.(loaded.ages);
      return PAUSE_MS;
    } catch (error) {
      isStale = true;
      log.warn({ err: error }, "The address data could not be read; trying again in a moment");
      return RETRY_MS;
    }
  });
  return {
    get: async () => {
      if (!loaded) await first.promise;
      if (loaded) return loaded.data;
      throw new AppError("unavailable", "There is no address data yet");
    },
    ages: () => loaded?.ages ?? null,
    stop: async () => {
      first.reject(new AppError("unavailable", "The worker is stopping"));
      await work.stop();
    },
  };
}

type ListStatus = {
  name: string;
  class: SourceClass;
  source: string;
  licence: string;
  version: string | null;
  ranges: number | null;
  fetchedAt: Date | null;
  checkedAt: Date | null;
  triedAt: Date | null;
  problem: string | null;
};

export type IpDataStatus = {
  downloads: boolean;
  lists: ListStatus[];
  operatorRanges: IpRange[];
  warnings: string[];
};

/** Returns every configured list, downloaded or not, and the operators' ranges. */
export async function getIpDataStatus(
  ctx: Pick<Ctx, "db" | "now">,
  { baseUrl }: { baseUrl: string | null },
): Promise<IpDataStatus> {
  const { sql } = ctx.db;
  const [tries, ranges] = await Promise.all([listIpListTries(sql), listIpRanges(sql)]);
  const known = new Map(tries.map((each) => [each.name, each]));
  return {
    downloads: baseUrl !== null,
    lists: ipSources.map(({ name, class: listClass, path, licence }) => {
      const { good = null, triedAt = null, problem = null } = known.get(name) ?? {};
      return {
        name,
        class: listClass,
        source: path,
        licence,
        version: good?.version ?? null,
        ranges: good?.ranges ?? null,
        fetchedAt: good?.fetchedAt ?? null,
        checkedAt: good?.checkedAt ?? null,
        triedAt,
        problem,
      };
    }),
    operatorRanges: ranges,
    warnings: listAgeWarnings(listAges(tries), ctx.now()).map(
      (warning) => `${warning}. Run \`fairclick ip-data update\`.`,
    ),
  };
}

/** Returns the lists that are there, and when the source of each last confirmed it. */
export async function readListAges(db: Queryable): Promise<readonly ListAge[]> {
  return listAges(await listIpListTries(db));
}

function listAges(tries: readonly IpListTry[]): readonly ListAge[] {
  const known = new Map(tries.map((each) => [each.name, each]));
  return ipSources.flatMap(({ name, class: sourceClass }) => {
    const checkedAt = known.get(name)?.good?.checkedAt;
    return checkedAt ? [{ name, class: sourceClass, checkedAt }] : [];
  });
}

const MAX_PEOPLE = 50;

/**
 * Lists the users who were signed in at an address of the range lately, or paid from there; latest first,
 * at most 50. Reads every known place, so it ends after 10 seconds.
 */
export async function listSignIns(
  ctx: Pick<Ctx, "db">,
  { range }: { range: string },
): Promise<SignIn[]> {
  return withTx(ctx.db, (tx) => listRows(tx, { range, limit: MAX_PEOPLE }), {
    readOnly: true,
    statementTimeoutMs: 10_000,
  });
}

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

/** Whether the countries of clicks are known: by the tables of both address families. */
export async function hasCountryData(db: Queryable): Promise<boolean> {
  const names = new Set((await readListAges(db)).map(({ name }) => name));
  return ipSources.every((source) => source.class !== "country" || names.has(source.name));
}

/** Decides about a range for clicks that are recorded from now on. */
export async function decideRange(
  ctx: Ctx,
  decision: ChangeInput & { range: string; effect: RangeEffect },
): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  const { effect, reason } = decision;
  return makeChange(ctx, decision, async (tx) => {
    const range = await normaliseNetwork(tx, decision.range);
    return {
      action: `ip_range.${effect}`,
      subject: `ip_range:${range}`,
      before: rangeFacts(await lockIpRange(tx, range)),
      after: { effect, reason },
      apply: () => upsertIpRange(tx, { range, effect, reason, operatorId, at: ctx.now() }),
    };
  });
}

/**
 * Removes the decision about a range, so that the published lists apply again. Throws `not_found` if
 * there is none.
 */
export async function removeRange(
  ctx: Ctx,
  removal: ChangeInput & { range: string },
): Promise<OperatorChange> {
  return makeChange(ctx, removal, async (tx) => {
    const range = await normaliseNetwork(tx, removal.range);
    const before = await lockIpRange(tx, range);
    if (!before) throw new AppError("not_found", `No decision is stored for ${range}`);
    return {
      action: "ip_range.remove",
      subject: `ip_range:${range}`,
      before: rangeFacts(before),
      after: rangeFacts(null),
      apply: () => deleteIpRange(tx, range),
    };
  });
}

function rangeFacts(range: IpRange | null) {
  return { effect: range?.effect ?? null, reason: range?.reason ?? null };
}
