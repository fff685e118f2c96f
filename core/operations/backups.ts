import { z } from "zod";

/** A base backup, as the file beside it says. */
export const backupSchema = z.object({
  name: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/),
  endedAt: z.iso.datetime(),
  postgresVersion: z.number().int(),
  walSegmentBytes: z.number().int().positive(),
  queue: z.enum(["postgres", "redis"]),
  /** Names of the settings that the installation has. Their values are not in the backup. */
  settings: z.array(z.string()),
});
export type Backup = z.infer<typeof backupSchema>;

export const backupReportSchema = z.object({
  backup: backupSchema,
  /** Whether the WAL is being received, so that a restore loses nothing after this backup. */
  isFollowed: z.boolean(),
  spoolFiles: z.number(),
  newCovers: z.number(),
  deleted: z.array(z.string()),
});
export type BackupReport = z.infer<typeof backupReportSchema>;

export const restoreReportSchema = z.object({
  backup: backupSchema,
  walSegments: z.number(),
  /** When the last of them was received; null if there is no WAL besides that of the backup. */
  walUntil: z.iso.datetime().nullable(),
  spoolFiles: z.number(),
  /** Files of the spool that are older than a day, which were not put back. */
  oldSpoolFiles: z.number(),
  covers: z.number(),
  /** Settings that the backup names and this environment lacks. */
  missingSettings: z.array(z.string()),
});
export type RestoreReport = z.infer<typeof restoreReportSchema>;
