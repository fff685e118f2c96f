import { compact } from "@fairclick/core/compact";
import type { ListeningDb } from "@fairclick/sql/db/client";
import type { Logger } from "pino";
import type { LinkCache } from "./link-cache";

const CHANNEL = "link_changed";

/**
 * Drops cached links when Postgres notifies about changes. Notifications sent while the connection is
 * down are lost, so every new subscription marks all entries as stale.
 */
export function followLinkChanges(
  db: ListeningDb,
  cache: Pick<LinkCache, "drop" | "markStale">,
  log: Logger,
): void {
  db.listen(CHANNEL, {
    onPayload: (payload) => drop(cache, payload),
    onListening: cache.markStale,
    onError: (error) => log.warn({ err: error }, "not listening for changed links at the moment"),
  });
}

/** The payload is `campaign:creator`; `*` means all. */
function drop(cache: Pick<LinkCache, "drop" | "markStale">, payload: string): void {
  const [campaignId = "*", creatorId = "*"] = payload.split(":");
  cache.drop(
    compact({
      campaignId: campaignId === "*" ? undefined : campaignId,
      creatorId: creatorId === "*" ? undefined : creatorId,
    }),
  );
}
