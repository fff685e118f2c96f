import type { ArchiveState } from "@fairclick/sql/operations/backups";
import { type Finding, fail, ok, warn } from "./finding";

const HOUR_MS = 3_600_000;
const LATE_HOURS = 26;
const TOO_LATE_HOURS = 72;

type Facts = ArchiveState & {
  /** When BACKUP_MARK was last touched; null without a mark, or if the file is missing. */
  markedAt: Date | null;
  /** BACKUP_MARK; null if it is not set. */
  mark: string | null;
  /** Whether only this machine can reach the marketplace. */
  isLocal: boolean;
};

/** Judges the age of the last backup: by the mark that a backup leaves, or by archived WAL. */
export function judgeBackup(facts: Facts, now: Date): Finding {
  const { isArchiving, lastArchivedAt, lastFailedAt, receivers, mark, markedAt } = facts;
  if (isArchiving && lastFailedAt && (!lastArchivedAt || lastFailedAt > lastArchivedAt)) {
    return fail(
      "backup",
      `Postgres cannot archive its WAL, last tried at ${lastFailedAt.toISOString()}`,
      "Look at archive_command in the log of Postgres: its disk fills up meanwhile.",
    );
  }
  if (mark !== null) return judgeMark(mark, markedAt, now);
  if (isArchiving && lastArchivedAt) return judgeAge("WAL was archived", lastArchivedAt, now);
  if (receivers > 0) return ok("backup", `WAL is streamed to ${receivers} receivers`);
  if (facts.isLocal) return ok("backup", "not examined: this marketplace is for this machine only");
  return warn(
    "backup",
    "unknown: nothing archives WAL, and BACKUP_MARK is not set",
    "Set up backups (docs/deploy.md), and BACKUP_MARK to a file that each backup touches.",
  );
}

function judgeMark(mark: string, markedAt: Date | null, now: Date): Finding {
  if (markedAt) return judgeAge("a backup was made", markedAt, now);
  return fail(
    "backup",
    `there is no file ${mark} (BACKUP_MARK): no backup has been made`,
    "Run the backup, and let it touch the file at its end.",
  );
}

function judgeAge(what: string, at: Date, now: Date): Finding {
  const hours = Math.floor((now.getTime() - at.getTime()) / HOUR_MS);
  const detail = `${what} ${hours} h ago`;
  const advice = "Look why the backup does not run; docs/deploy.md describes backups.";
  if (hours >= TOO_LATE_HOURS) return fail("backup", detail, advice);
  return hours >= LATE_HOURS ? warn("backup", detail, advice) : ok("backup", detail);
}
