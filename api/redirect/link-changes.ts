import type { ListeningDb } from "@fairclick/sql/db/client";
import type { Logger } from "pino";
import type { LinkCache } from "./link-cache";

const CHANNEL = "link_changed";

/**
 * Keeps the cache true to Postgres' notifications of changed links and campaigns. Whatever was
 * announced while nobody listened is unknown, so every new subscription starts with an empty cache.
 */
export function followLinkChanges(
  db: ListeningDb,
  cache: Pick<LinkCache, "drop" | "dropAll">,
  log: Logger,
): void {
  db.listen(CHANNEL, {
    onPayload: (payload) => drop(cache, payload),
    onListening: cache.dropAll,
    onError: (error) => log.warn({ err: error }, "not listening for changed links at the moment"),
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
