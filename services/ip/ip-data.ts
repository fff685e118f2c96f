import { createHash } from "node:crypto";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import {
  findCountry,
  type IpData,
  type ListAge,
  listAgeWarnings,
} from "@fairclick/core/ip/ip-data";
import type { IpRange, ipDataStatusSchema, rangeActs } from "@fairclick/core/ip/operated";
import type { RangeTable } from "@fairclick/core/ip/ranges";
import { listSignIns as listRows, type SignIn } from "@fairclick/sql/accounts/devices";
import type { Db, ListeningDb, Queryable } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import {
  deleteIpRange,
  getOrCreateIpDataVersion,
  type IpDataContent,
  type IpListTry,
  listGoodIpLists,
  listIpListTries,
  listIpRanges,
  lockIpRange,
  normaliseNetwork,
  readRangeTable,
  type StoredIpList,
  upsertIpRange,
} from "@fairclick/sql/ip/lists";
import type { Logger } from "pino";
import type { z } from "zod";
import { makeChange, requireOperator } from "../changes";
import { type Ctx, repeat } from "../context";
import { compileStored, formatUtcDay, ipSources } from "./ip-sources";

type LoadedIpData = {
  data: IpData;
  /** When each list was last confirmed. */
  ages: readonly ListAge[];
  /** Versions of the tables, which are long: they are read again only if one has changed. */
  tables: string;
  /** Hash of the source rows: the same content is not read and compiled again. */
  hash: string;
};

/** Reads lists, tables and operators' ranges and compiles them; returns the data of `last` if nothing changed. */
export async function loadIpData(db: Db, last: LoadedIpData | null): Promise<LoadedIpData> {
  const { sql } = db;
  const [tries, ranges] = await Promise.all([listIpListTries(sql), listIpRanges(sql)]);
  const ages = listAges(tries);
  const good = tries.flatMap((each) => (each.good ? [{ name: each.name, ...each.good }] : []));
  const content = describe(good, ranges);
  const hash = createHash("sha256").update(JSON.stringify(content)).digest();
  const key = hash.toString("hex");
  if (last?.hash === key) return { ...last, ages };
  const isEmpty = good.length === 0 && ranges.length === 0;
  const version = isEmpty ? null : await getOrCreateIpDataVersion(db, hash, content);
  const tables = good.filter(({ name }) => tableNames.has(name)).map((each) => each.version);
  const opened = last?.tables === tables.join() ? last.data : await readTables(sql);
  const { asnTable, countryTable } = opened;
  const lists = await listGoodIpLists(sql);
  const data = compileStored({ version, lists, ranges, asnTable, countryTable });
  return { data, ages, tables: tables.join(), hash: key };
}

const tableNames = new Set(
  ipSources.flatMap(({ name, class: of }) => (of === "asn" || of === "country" ? [name] : [])),
);

async function readTables(sql: Queryable): Promise<Pick<IpData, "asnTable" | "countryTable">> {
  const [asnTable, countryTable] = await Promise.all([
    readRangeTable(sql, "asn"),
    readRangeTable(sql, "country"),
  ]);
  return { asnTable, countryTable };
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
const SOON_MS = 250;
const RETRY_MS = 2_000;
const LONGEST_PAUSE_MS = 24 * 3_600_000;

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
  const first = Promise.withResolvers<void>();
  first.promise.catch(() => {});
  const work = repeat(async () => {
    try {
      loaded = await loadIpData(db, loaded);
      first.resolve();
      onAges?.(loaded.ages);
      return LONGEST_PAUSE_MS;
    } catch (error) {
      log.warn({ err: error }, "The address data could not be read; trying again in a moment");
      return RETRY_MS;
    }
  });
  const readSoon = () => work.within(SOON_MS);
  db.listen(CHANNEL, { onPayload: readSoon, onListening: readSoon });
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

/** Returns every configured list, downloaded or not, and the operators' ranges. */
export async function getIpDataStatus(
  ctx: Pick<Ctx, "db" | "now">,
  { baseUrl }: { baseUrl: string | null },
): Promise<z.output<typeof ipDataStatusSchema>> {
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

/**
 * Looks addresses up in the tables that also tell the countries of clicks. Reads the tables with the first
 * look-up, and again at most every ten minutes.
 */
export function openPlaces({ sql }: Db, log: Logger): Places {
  let table: Promise<RangeTable> | null = null;
  let readAtMs = 0;
  return {
    findCountry: async (ip) => {
      try {
        if (!table || Date.now() - readAtMs > CHECK_MS) {
          readAtMs = Date.now();
          table = readRangeTable(sql, "country");
        }
        return findCountry({ countryTable: await table }, ip);
      } catch (error) {
        table = null;
        log.warn({ err: error }, "The country of a sign-in could not be looked up");
        return null;
      }
    },
  };
}

/** Whether the countries of clicks are known: by the tables of both address families. */
export async function hasCountryData(db: Queryable): Promise<boolean> {
  const names = new Set((await readListAges(db)).map(({ name }) => name));
  return ipSources.every((source) => source.class !== "country" || names.has(source.name));
}

/**
 * Decides about a range for clicks that are recorded from now on; `remove` takes the decision back, so that
 * the published lists apply again. Throws `not_found` if there is none to remove.
 */
export async function decideRange(
  ctx: Ctx,
  { act, ...input }: ChangeInput & { range: string; act: (typeof rangeActs)[number] },
): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  const { reason } = input;
  return makeChange(ctx, input, async (tx) => {
    const range = await normaliseNetwork(tx, input.range);
    const before = await lockIpRange(tx, range);
    if (act === "remove" && !before) {
      throw new AppError("not_found", `No decision is stored for ${range}`);
    }
    return {
      action: `ip_range.${act}`,
      subject: `ip_range:${range}`,
      before: rangeFacts(before),
      after: rangeFacts(act === "remove" ? null : { effect: act, reason }),
      apply: () =>
        act === "remove"
          ? deleteIpRange(tx, range)
          : upsertIpRange(tx, { range, effect: act, reason, operatorId, at: ctx.now() }),
    };
  });
}

function rangeFacts(range: Pick<IpRange, "effect" | "reason"> | null) {
  return { effect: range?.effect ?? null, reason: range?.reason ?? null };
}
