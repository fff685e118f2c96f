import { AppError } from "@fairclick/core/errors";
import type { IpData, ListAge } from "@fairclick/core/ip/ip-data";
import type { ListeningDb } from "@fairclick/sql/db/client";
import type { Logger } from "pino";
import { repeat } from "../repeat";
import { type LoadedIpData, loadIpData } from "./load-ip-data";

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
