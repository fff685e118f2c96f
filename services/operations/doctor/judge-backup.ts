import type { ArchiveState } from "@fairclick/sql/operations/status";
import { type CheckResult, fail, ok, warn } from "./check-result";

const HOUR_MS = 3_600_000;
const LATE_HOURS = 26;
const TOO_LATE_HOURS = 72;

/** Judges the age of the last archived WAL. Backups of another kind are not known here. */
export function judgeBackup(facts: ArchiveState, now: Date): CheckResult {
  const { isArchiving, lastArchivedAt, lastFailedAt, receivers } = facts;
  if (isArchiving && lastFailedAt && (!lastArchivedAt || lastFailedAt > lastArchivedAt)) {
    return fail(
      "backup",
      `Postgres cannot archive its WAL, last tried at ${lastFailedAt.toISOString()}`,
      "Look at archive_command in the log of Postgres: its disk fills up meanwhile.",
    );
  }
  if (isArchiving && lastArchivedAt) return judgeAge("WAL was archived", lastArchivedAt, now);
  if (receivers > 0) return ok("backup", `WAL is streamed to ${receivers} receivers`);
  return ok("backup", "not known here: nothing archives WAL (docs/deploy.md describes backups)");
}

function judgeAge(what: string, at: Date, now: Date): CheckResult {
  const hours = Math.floor((now.getTime() - at.getTime()) / HOUR_MS);
  const detail = `${what} ${hours} h ago`;
  const advice = "Look why the backup does not run; docs/deploy.md describes backups.";
  if (hours >= TOO_LATE_HOURS) return fail("backup", detail, advice);
  return hours >= LATE_HOURS ? warn("backup", detail, advice) : ok("backup", detail);
}
