import { readFile, stat } from "node:fs/promises";
import { type CountryResponse, Reader } from "mmdb-lib";
import type { Logger } from "pino";
import { repeat } from "../../repeat";

/** Returns the ISO 3166 code of an address's country; null if unknown. */
export type CountryOf = (ip: string) => string | null;

export type CountryFollower = {
  /** Returns the current look-up; null if no file is configured or none could be read yet. */
  get: () => Promise<CountryOf | null>;
  stop: () => Promise<void>;
};

const LOOK_AGAIN_MS = 60_000;
const countryCode = /^[A-Z]{2}$/;

/**
 * Reads the country database (mmdb) and reads it again when the file changes. If the new file is
 * broken, the last good one stays in use.
 */
export function followCountries(path: string | null, log: Logger): CountryFollower {
  if (path === null) return { get: async () => null, stop: async () => {} };
  let countryOf: CountryOf | null = null;
  let readAtMs = 0;
  const first = Promise.withResolvers<void>();
  const work = repeat(async () => {
    try {
      const { mtimeMs } = await stat(path);
      if (mtimeMs !== readAtMs) {
        countryOf = openCountries(await readFile(path));
        readAtMs = mtimeMs;
        log.info({ path }, "The database of countries was read");
      }
    } catch (error) {
      log.warn({ err: error, path }, "The database of countries could not be read");
    }
    first.resolve();
    return LOOK_AGAIN_MS;
  });
  return {
    get: async () => {
      await first.promise;
      return countryOf;
    },
    stop: work.stop,
  };
}

/**
 * Throws if the file is not a country database. Uses the country where the address is, not where it
 * is registered.
 */
export function openCountries(file: Buffer): CountryOf {
  const reader = new Reader<CountryResponse>(file);
  const readsIpv6 = reader.metadata.ipVersion === 6;
  return (ip) => {
    if (ip.includes(":") && !readsIpv6) return null;
    const code = read(reader, ip)?.country?.iso_code;
    return code !== undefined && countryCode.test(code) ? code : null;
  };
}

/** A partly broken file must not keep clicks from being recorded. */
function read(reader: Reader<CountryResponse>, ip: string): CountryResponse | null {
  try {
    return reader.get(ip);
  } catch {
    return null;
  }
}
