import type { Queryable } from "../db/client";
import { requireRow } from "../db/require-row";

export type ArchiveState = {
  /** Whether Postgres archives its WAL. */
  isArchiving: boolean;
  lastArchivedAt: Date | null;
  lastFailedAt: Date | null;
  /** Standbys and receivers of WAL that are connected now. */
  receivers: number;
};

/** Reads how Postgres ships its WAL to a backup. */
export async function readArchiveState(db: Queryable): Promise<ArchiveState> {
  const [row] = await db<ArchiveState[]>`
    /* backups.readArchiveState */
    select current_setting('archive_mode') <> 'off' as "isArchiving",
      last_archived_time as "lastArchivedAt", last_failed_time as "lastFailedAt",
      (select count(*)::int from pg_stat_replication) as receivers
    from pg_stat_archiver`;
  return requireRow(row, "the state of the archiver");
}
