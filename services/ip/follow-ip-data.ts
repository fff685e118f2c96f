import { AppError } from "@fairclick/core/errors";
import type { IpData } from "@fairclick/core/ip/ip-data";
import type { ListAge } from "@fairclick/core/ip/ip-data-age";
import type { ListeningDb } from "@fairclick/sql/db/client";
import type { Logger } from "pino";
import { repeat } from "../repeat";
import { type LoadedIpData, loadIpData } from "./load-ip-data";

const CHANNEL = "ip_data_changed";
const PAUSE_MS = 250;
const RETRY_MS = 2_000;

export type IpDataFollower = {
  /** The data as they are now; waits for the first that could be read, even if there are none. */
  get: () => Promise<IpData>;
  /** When each list was last confirmed; null until the first could be read. */
  ages: () => readonly ListAge[] | null;
  stop: () => Promise<void>;
};

type Options = { onAges?: (ages: readonly ListAge[]) => void };

/**
 * Keeps the compiled address data of this process true to the database: they are swapped whole, and
 * a look-up sees the old or the new. What was announced while nobody listened is unknown, so every
 * new subscription reads them again.
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
