import type { Db } from "@fairclick/sql/client";
import type { Logger } from "pino";
import type { LinkCache } from "./link-cache";

const CHANNEL = "link_changed";

/**
 * Keeps the cache true to Postgres' notifications of changed links and campaigns. Whatever was
 * announced while nobody listened is unknown, so every new subscription starts with an empty cache.
 */
export function followLinkChanges(
  db: Db,
  cache: Pick<LinkCache, "drop" | "dropAll">,
  log: Logger,
): void {
  db.sql
    .listen(CHANNEL, (payload) => drop(cache, payload), cache.dropAll)
    .catch((error: unknown) => {
      log.warn({ err: error }, "not yet listening for changed links");
    });
}

/** `campaign:creator`, one of them `*` for all. */
function drop(cache: Pick<LinkCache, "drop" | "dropAll">, payload: string): void {
  const [campaignId = "*", creatorId = "*"] = payload.split(":");
  cache.drop({
    ...(campaignId === "*" ? {} : { campaignId }),
    ...(creatorId === "*" ? {} : { creatorId }),
  });
}
