import { resolve } from "node:path";
import type { Client } from "@fairclick/api/client";
import type { ChangeInput } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { mails } from "@fairclick/core/notices/notices";
import { backupReportSchema, restoreReportSchema } from "@fairclick/core/operations/backups";
import { failedJobSchema, parkedJobSchema, queueSchema } from "@fairclick/core/operations/work";
import { formatMoment, type Paint } from "@fairclick/core/resource";
import { z } from "zod";
import { defineActs, defineChange } from "./frame/change";
import { defineCommand, type Noun } from "./frame/command";
import { openApi } from "./frame/connection";
import {
  apiOptions,
  describeProblem,
  EXIT_DONE,
  EXIT_REFUSED,
  targetInput,
} from "./frame/failures";
import type { Host } from "./frame/host";
import { formatAge, momentOption, printable, toTable, whileWorking } from "./frame/output";
import { resourceNoun } from "./frame/resource";
import { withLocalSettings } from "./frame/target";
import { operatorsNoun } from "./operators";

const jobsInput = { jobs: z.array(z.string()), clicks: z.string().optional() };
const jobsSchema = z.object(jobsInput);

const decideJobsCommand = defineActs({
  usage: "<jobs...>",
  summary: "retry, park or discard jobs",
  about:
    "A job is given as QUEUE/ID, as `queues jobs` lists it. Needs a token with the scope queues:write.",
  examples: [
    'queues decide retry send-withdrawal --reason "Stripe is back"',
    'queues decide discard record-clicks/1790000000000-01900000-0000-7000-8000-000000000001 --clicks 37 --reason "a test"',
  ],
  options: (command) =>
    command.option("--clicks <count>", "number of clicks in the discarded jobs, or unknown"),
  optionsInput: jobsInput,
  acts: {
    retry: {
      about:
        "Retries all failed jobs of a QUEUE, or single failed, parked or discarded ones. Jobs are safe to run twice.",
      send: ({ api }, _, json, given) => {
        const { queue, ids } = readJobs(given);
        const route = api.admin.queues[":queue"];
        return ids.length === 0
          ? route.retry.$post({ param: { queue }, json })
          : route.jobs[":act"].$post({ param: { queue, act: "retry" }, json: { ...json, ids } });
      },
    },
    park: {
      about:
        "Moves jobs that do not run from their queue to the database, with all their data: those that failed, wait, or are tried again later. A job of record-clicks blocks the judging of all later clicks until it is recorded or parked; `doctor` names it. retry undoes it.",
      send: (client, _, json, given) => changeJobs(client, "park", json, given),
    },
    discard: {
      about:
        "Failed or parked jobs stay in the database as discarded; retry undoes it. Clicks in discarded jobs are neither judged nor paid, so confirm their number with --clicks.",
      send: (client, _, json, given) => changeJobs(client, "discard", json, given),
    },
  },
});

function changeJobs(
  { api }: Client,
  act: "park" | "discard",
  json: ChangeInput,
  given: Record<string, unknown>,
) {
  const { queue, ids, clicks } = readJobs(given);
  if (ids.length === 0) throw new AppError("validation", "Give single jobs as QUEUE/ID.");
  return api.admin.queues[":queue"].jobs[":act"].$post({
    param: { queue, act },
    json: { ...json, ids, ...(clicks === undefined ? {} : { clicks }) },
  });
}

function readJobs(given: Record<string, unknown>) {
  const { jobs, clicks } = jobsSchema.parse(given);
  return { ...parseJobs(jobs), clicks };
}

/** Parses one QUEUE, or QUEUE/ID for jobs of one queue; an id may contain slashes. `ids` is empty for a whole queue. */
function parseJobs(jobs: readonly string[]): { queue: string; ids: string[] } {
  const named = jobs.map((job) => {
    const slash = job.indexOf("/");
    return slash === -1
      ? { queue: job, id: null }
      : { queue: job.slice(0, slash), id: job.slice(slash + 1) };
  });
  const [first] = named;
  if (!first || named.some(({ queue }) => queue !== first.queue)) {
    throw new AppError("validation", "Give jobs of one queue at a time.");
  }
  const ids = named.map(({ id }) => id).filter((id) => id !== null);
  if (ids.length !== named.length && named.length > 1) {
    throw new AppError("validation", "Give either one queue, or single jobs as QUEUE/ID.");
  }
  return { queue: first.queue, ids };
}

const listQueuesCommand = defineCommand({
  usage: "list",
  summary: "list the queues and their load",
  about:
    "Lists every queue: its waiting, running, delayed and failed jobs, the jobs done in the last full minute, and the age of the oldest job. Needs a token with the scope queues:read.",
  examples: ["queues list", "queues list --json | jq 'select(.failed > 0)'"],
  options: apiOptions,
  input: z.object(targetInput),
  output: z.array(queueSchema),
  run: async (host, target) => {
    const { data, problems } = await openApi(host, target).call((client) =>
      client.api.admin.queues.$get(),
    );
    for (const problem of problems) {
      host.remark(`! ${problem.check}: ${printable(describeProblem(problem))}\n`);
    }
    return data;
  },
  text: (queues, paint) => {
    const counts = ["waiting", "active", "delayed", "failed", "donePerMinute"] as const;
    const rows = queues.map((queue) => [
      queue.name,
      ...counts.map((name) => String(queue[name])),
      formatAge(queue.oldestAt, new Date()),
    ]);
    const headings = ["queue", "waiting", "running", "delayed", "failed", "done/min", "oldest"];
    const failed = queues.reduce((sum, queue) => sum + queue.failed, 0);
    const verdict =
      failed === 0
        ? paint.good("No jobs have failed.")
        : paint.warn(
            `Failed jobs: ${failed}. \`fairclick queues jobs <queue>\` shows the reasons.`,
          );
    return [...toTable(headings, rows), "", verdict].join("\n");
  },
});

const listedJobSchema = z.union([failedJobSchema, parkedJobSchema]);
type ListedJob = z.input<typeof listedJobSchema>;

const listJobsCommand = defineCommand({
  usage: "jobs [queue]",
  summary: "list the failed jobs of a queue, or all parked and discarded jobs",
  about:
    "Lists the failed jobs of a queue, latest first, each with its reason. Without a queue, lists the jobs that a worker or an operator moved out of their queues: parked jobs wait for an operator, discarded jobs do not; with --json, each includes the beginning of its data. Needs a token with the scope queues:read.",
  examples: [
    "queues jobs send-withdrawal",
    "queues jobs process-stripe-event --json | jq -r .reason | sort | uniq -c",
    "queues jobs --json | jq -r .preview",
  ],
  options: (command) =>
    apiOptions(command).option("--limit <count>", "maximum number of jobs, up to 1000", "50"),
  input: z.object({ ...targetInput, queue: z.string().optional(), limit: z.string() }),
  output: z.array(listedJobSchema),
  run: async (host, { queue, limit, ...target }): Promise<ListedJob[]> => {
    const api = openApi(host, target);
    const query = { limit };
    if (queue === undefined) {
      return (await api.call((client) => client.api.admin.queues.parked.$get({ query }))).data;
    }
    const failed = await api.call((client) =>
      client.api.admin.queues[":queue"].failed.$get({ param: { queue }, query }),
    );
    return failed.data;
  },
  text: (jobs, paint) => {
    if (jobs.length === 0) return paint.good("None found.");
    const failed = jobs.filter((job) => "reason" in job);
    if (failed.length > 0) {
      const rows = failed.map(({ id, sentAt, failedAt, attempts, reason }) => [
        id,
        formatMoment(sentAt),
        formatMoment(failedAt),
        String(attempts),
        reason,
      ]);
      return toTable(["job", "sent", "failed", "attempts", "reason"], rows).join("\n");
    }
    const parked = jobs.filter((job) => "problem" in job);
    const rows = parked.map(({ queue, id, state, parkedAt, clicks, bytes, problem }) => [
      `${queue}/${id}`,
      state,
      formatMoment(parkedAt),
      String(clicks ?? "?"),
      String(bytes),
      problem,
    ]);
    return toTable(["job", "state", "since", "clicks", "bytes", "problem"], rows).join("\n");
  },
});

const replayRecordedCommand = defineChange({
  usage: "replay-recorded",
  summary: "record clicks again after a restore of Postgres",
  about:
    "Records clicks again after Postgres was restored to an earlier time. Redis keeps the clicks of the last 15 minutes; no click is stored or paid twice. Stop the workers before the restore and start them after this command, because a running worker deletes older clicks from Redis. Refused if the queue is in Postgres: a restore covers both. Needs a token with the scope queues:write.",
  examples: ['queues replay-recorded --reason "restored to 12:00"'],
  send: (client, _subject, json) => client.api.admin.queues["replay-recorded"].$post({ json }),
});

const migrateDatabase = defineCommand({
  usage: "migrate",
  summary: "migrate the database",
  about:
    "Applies all pending migrations, including those of the queue, and grants the login of DATABASE_URL the application's rights. Safe to repeat, and to run on several machines at once. Needs direct access with DATABASE_OWNER_URL (default DATABASE_URL).",
  examples: ["db migrate", "db migrate --json"],
  input: z.object({}),
  output: z.object({ applied: z.array(z.string()), login: z.string(), admitted: z.boolean() }),
  run: async (host) => {
    const { readConfig, migrateAll, admitLogin } = await loadDatabase();
    const { databaseUrl, ownerUrl } = readConfig(withLocalSettings(host.env));
    const login = decodeURIComponent(new URL(databaseUrl).username);
    const applied = await whileWorking(host, "Migrating the database", migrateAll(ownerUrl));
    return { applied, login, admitted: await admitLogin(ownerUrl, login) };
  },
  text: ({ applied, login, admitted }, paint) =>
    [
      ...applied.map((name) => `${paint.good("applied")}  ${name}`),
      ...(admitted ? [`${paint.good("granted")}  the application's rights to ${login}`] : []),
      applied.length === 0 ? "The database was up to date." : "The database is up to date.",
    ].join("\n"),
});

/** Loaded when the command runs, for the start-up time of the others. */
async function loadDatabase() {
  const [{ readConfig }, { migrateAll }, { admitLogin }] = await Promise.all([
    import("@fairclick/services/config"),
    import("@fairclick/services/queue/postgres-store"),
    import("@fairclick/sql/db/migrate"),
  ]);
  return { readConfig, migrateAll, admitLogin };
}

const resultSchema = z.object({
  check: z.string(),
  status: z.enum(["ok", "warn", "fail"]),
  detail: z.string(),
  advice: z.string().nullable(),
});
type CheckResult = z.infer<typeof resultSchema>;

export const doctor = defineCommand({
  usage: "doctor",
  summary: "check this installation",
  about:
    "Checks everything that api and worker need on this machine, with their settings: database, migrations, clock, queue and its durability, disk, spooled clicks, web build, addresses and their certificates, proxies, where clicks come from, and keys. Changes nothing. Each result that is not ok says what to do, and makes the exit code 1. With --json, it prints one result per line.",
  examples: ["doctor", "doctor --json | jq 'select(.status != \"ok\")'"],
  input: z.object({}),
  output: z.array(resultSchema),
  run: (host) => whileWorking(host, "Examining this installation", examine(host)),
  text: (results, paint) => results.map((result) => describe(result, paint)).join("\n"),
  exitCode: (results) => (results.some(({ status }) => status !== "ok") ? EXIT_REFUSED : EXIT_DONE),
});

/** Loads the services only here, for start-up time: no other command needs them. */
async function examine({ env }: Host): Promise<CheckResult[]> {
  const { examineInstallation } = await import("@fairclick/services/operations/doctor");
  return examineInstallation(withLocalSettings(env));
}

function describe({ check, status, detail, advice }: CheckResult, paint: Paint): string {
  const marks = { ok: paint.good("ok  "), warn: paint.warn("warn"), fail: paint.bad("FAIL") };
  const line = `${marks[status]}  ${check.padEnd(10)}  ${detail}`;
  return advice ? `${line}\n${" ".repeat(18)}${paint.faint(advice)}` : line;
}

export const operationsNouns: readonly Noun[] = [
  resourceNoun(mails),
  {
    name: "queues",
    summary: "inspect and repair the job queues",
    commands: [listQueuesCommand, listJobsCommand, decideJobsCommand, replayRecordedCommand],
  },
  operatorsNoun,
  {
    name: "db",
    summary: "migrate the database",
    commands: [migrateDatabase],
  },
];

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
