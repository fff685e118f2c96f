import { resolve } from "node:path";
import { backupReportSchema, restoreReportSchema } from "@fairclick/core/operations/backups";
import { z } from "zod";
import { defineCommand } from "./frame/command";
import { momentOption, whileWorking } from "./frame/output";
import { withLocalSettings } from "./frame/target";

const folderInput = z
  .string()
  .min(1)
  .transform((folder) => resolve(folder));

export const backup = defineCommand({
  usage: "backup <folder>",
  summary: "back up this installation",
  about:
    "Makes a base backup of Postgres with pg_basebackup, checks it with pg_verifybackup, and copies the spool and the covers of DATA_DIR. With --follow, it receives the WAL with pg_receivewal until it is stopped: run that all the time, under a supervisor, so that a restore loses nothing; a base backup every day keeps restores short. Nobody but the folder's owner may read it: it holds personal data. The values of settings, such as passwords and Stripe's keys, are not in it; their names are. Needs DATABASE_OWNER_URL with a login that has the attribute REPLICATION, Postgres' programs of the server's version (in PG_BIN, or found). No api needs to run.",
  examples: [
    "backup /backups/fairclick --follow",
    "backup /backups/fairclick --keep 7",
    "backup /backups/fairclick --json | jq .isFollowed",
  ],
  options: (command) =>
    command
      .option("--follow", "receive the WAL until stopped")
      .option("--keep <count>", "delete all but the newest backups, and WAL that none needs"),
  input: z.object({
    folder: folderInput,
    follow: z.boolean().default(false),
    keep: z.coerce.number({ error: "must be a number" }).int().min(1).max(10_000).optional(),
  }),
  /** Null with `--follow`, which ends without a backup. */
  output: backupReportSchema.extend({ folder: z.string() }).nullable(),
  run: async (host, { folder, follow, keep }) => {
    const env = withLocalSettings(host.env);
    const [{ readConfig }, { backUp, followWal }] = await loadBackups();
    const source = { config: readConfig(env), env, folder };
    if (follow) {
      const stopping = new AbortController();
      host.onStop(() => stopping.abort());
      host.remark(`Receiving the WAL into ${folder}. Stop it with Ctrl-C.\n`);
      await followWal(source, stopping.signal);
      return null;
    }
    const done = await whileWorking(host, "Backing up", backUp(source, keep ?? null));
    return { ...done, folder };
  },
  text: (done, paint) => {
    if (!done) return "Stopped. The folder has the WAL up to now.";
    const { folder, backup, isFollowed, spoolFiles, newCovers, deleted } = done;
    return [
      paint.good(`${folder}/${backup.name} is complete and verified.`),
      `Files of the spool: ${spoolFiles}. New files of covers: ${newCovers}.`,
      ...deleted.map((old) => `Deleted ${old}.`),
      `Keep the values of these settings elsewhere: ${backup.settings.join(", ")}.`,
      isFollowed
        ? "The WAL is being received: a restore loses nothing."
        : paint.warn(
            `The WAL is not being received: a restore loses what comes after this backup. Run \`fairclick backup ${folder} --follow\`.`,
          ),
    ].join("\n");
  },
});

/** Loaded when the command runs, for the start-up time of the others. */
function loadBackups() {
  return Promise.all([
    import("@fairclick/services/config"),
    import("@fairclick/services/operations/backups"),
  ]);
}

export const restore = defineCommand({
  usage: "restore <folder>",
  summary: "restore Postgres from a backup",
  about:
    "Verifies the newest backup, puts it and the WAL that was received after it into an empty data folder of Postgres, and the spool and covers into DATA_DIR. Stop all workers before. Changes nothing else: it prints what to do next, in order. As root, it gives the files to the owner of the data folder.",
  examples: [
    "restore /backups/fairclick --to /var/lib/postgresql/18/main",
    "restore /backups/fairclick --to /restored --until 2026-01-31T12:00:00Z",
  ],
  options: (command) =>
    command
      .requiredOption("--to <folder>", "Postgres' data folder, missing or empty")
      .option("--until <time>", "restore to this time (default: everything)"),
  input: z.object({ folder: folderInput, to: folderInput, until: momentOption.optional() }),
  /** `next` is what the operator does now, in this order. */
  output: restoreReportSchema.extend({ to: z.string(), next: z.array(z.string()) }),
  run: async (host, { folder, to, until }) => {
    const { restore } = await import("@fairclick/services/operations/restore");
    const env = withLocalSettings(host.env);
    const dataDir = resolve(env.DATA_DIR || ".data");
    const input = { env, folder, to, dataDir, until: until ? new Date(until) : null };
    const done = await whileWorking(host, "Restoring", restore(input));
    return { ...done, to, next: listNextSteps({ to, folder, queue: done.backup.queue }) };
  },
  text: ({ next, ...done }, paint) =>
    [
      paint.good(`Restored ${done.backup.name} to ${done.to}.`),
      done.walUntil
        ? `WAL after it: ${done.walSegments} segments, received until ${done.walUntil}.`
        : paint.warn("There is no WAL after it: what came after this backup is lost."),
      `Files of the spool put back: ${done.spoolFiles}. Files of covers: ${done.covers}.`,
      ...(done.oldSpoolFiles > 0
        ? [paint.warn(`Files of the spool older than a day, left out: ${done.oldSpoolFiles}.`)]
        : []),
      ...(done.missingSettings.length > 0
        ? [paint.warn(`Settings that are not set here: ${done.missingSettings.join(", ")}.`)]
        : []),
      "",
      "Next:",
      ...next.map((step, index) => `  ${index + 1}. ${step}`),
    ].join("\n"),
});

function listNextSteps({ to, folder, queue }: { to: string; folder: string; queue: string }) {
  return [
    "Stop every worker that still runs. Apis may go on: they answer known links, and keep the clicks.",
    `Start Postgres with ${to} at the address of DATABASE_URL, and wait until \`select pg_is_in_recovery()\` is false.`,
    ...(queue === "redis"
      ? [
          '`fairclick queues replay-recorded --reason "restored"`: records the clicks of the last 15 minutes that Redis still has. None is stored or paid twice.',
        ]
      : []),
    "Start the workers.",
    "`fairclick ledger verify --all`, once `fairclick doctor` shows no waiting clicks.",
    `Back up into a new folder, with and without --follow. Keep ${folder} until that is done: the restored Postgres has a new timeline.`,
  ];
}
