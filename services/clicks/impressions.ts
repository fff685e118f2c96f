import { type Impressions, insertImpressions } from "@fairclick/sql/clicks/pending-clicks";
import type { Db } from "@fairclick/sql/db/client";
import type { Logger } from "pino";
import { repeat } from "../context";

type Link = { campaignId: string; creatorId: string };

export type ImpressionCounter = {
  /** Counts one impression in memory. */
  add: (link: Link, at: number) => void;
  /** Writes the counts and accepts no more. */
  close: () => Promise<void>;
};

const QUARTER_MS = 900_000;
const FLUSH_EVERY_MS = 5_000;
/**
 * Max counters (per link and quarter of an hour) that wait for Postgres; beyond this, new ones are
 * not counted.
 */
const MAX_WAITING = 200_000;

/**
 * Counts impressions in memory and writes them in batches, so that no request waits for Postgres. A
 * killed process loses at most five seconds while Postgres is up.
 */
export function createImpressionCounter(db: Db, log: Logger): ImpressionCounter {
  let counts = new Map<string, Impressions>();

  const take = ({ campaignId, creatorId, startsAt, impressions }: Impressions) => {
    const key = `${campaignId}/${creatorId}/${startsAt.getTime()}`;
    const known = counts.get(key);
    if (known) known.impressions += impressions;
    else if (counts.size < MAX_WAITING) {
      counts.set(key, { campaignId, creatorId, startsAt, impressions });
    }
  };
  const flush = async () => {
    if (counts.size === 0) return;
    const taken = [...counts.values()];
    counts = new Map();
    try {
      await insertImpressions(db.sql, taken);
    } catch (error) {
      taken.forEach(take);
      log.warn({ err: error, links: taken.length }, "impressions wait for Postgres");
    }
  };
  const flushing = repeat(async () => {
    await flush();
    return FLUSH_EVERY_MS;
  });

  return {
    add: ({ campaignId, creatorId }, at) => {
      const startsAt = new Date(Math.floor(at / QUARTER_MS) * QUARTER_MS);
      take({ campaignId, creatorId, startsAt, impressions: 1 });
    },
    close: async () => {
      await flushing.stop();
      await flush();
    },
  };
}
