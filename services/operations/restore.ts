import { appendFile, copyFile, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { AppError } from "@fairclick/core/errors";
import type { Backup, RestoreReport } from "@fairclick/core/operations/backups";
import { spoolFolder } from "../queue/spool-folder";
import {
  archiveParts,
  copyCovers,
  copyNew,
  type Env,
  findFirstWal,
  listBackups,
  listNames,
  PARTIAL,
  requirePrivate,
  run,
  runTool,
  WAL_NAME,
} from "./backups";

/** Clicks that waited longer may have left the tables that tell whether one was paid. */
const MAX_SPOOL_AGE_MS = 24 * 3_600_000;

export type RestoreInput = {
  env: Env;
  folder: string;
  /** Postgres' data folder: must be missing or empty. */
  to: string;
  dataDir: string;
  /** Null: as far as the WAL reaches. */
  until: Date | null;
};

/**
 * Puts a backup and the WAL after it into an empty data folder of Postgres. Postgres itself replays the WAL
 * when it starts, and begins a new timeline. The data folder then needs neither the backup nor a command to
 * fetch from it. Spool and covers are put back into `dataDir`, without replacing a file.
 */
export async function restore(input: RestoreInput): Promise<RestoreReport> {
  const { env, folder, to, dataDir, until } = input;
  await requirePrivate(folder);
  const backup = await chooseBackup(folder, until);
  const source = join(folder, backup.name);
  const wal = await findWal(folder, backup);
  const postgres = join(source, "postgres");
  const tools = { env, version: backup.postgresVersion };
  await runTool("pg_verifybackup", tools, null, ["--quiet", postgres]);
  const owner = await openTarget(to);
  const spool = await returnSpool(source, dataDir);
  const covers = await copyCovers(join(folder, archiveParts.covers), join(dataDir, "covers"));
  if (spool.spoolFiles > 0) await giveTo(await stat(dataDir), spoolFolder(dataDir));
  if (covers > 0) await giveTo(await stat(dataDir), join(dataDir, "covers"));
  await run(["cp", "-Rp", `${postgres}/.`, to], { env });
  for (const { file, segment } of wal.archived) {
    await copyFile(join(folder, archiveParts.wal, file), join(to, "pg_wal", segment));
  }
  await writeRecovery(to, until);
  await giveTo(owner, to);
  return {
    ...{ backup, covers, ...spool },
    walSegments: wal.archived.length,
    walUntil: wal.until,
    missingSettings: backup.settings.filter((name) => !env[name]),
  };
}

async function chooseBackup(folder: string, until: Date | null): Promise<Backup> {
  const backups = await listBackups(folder);
  const chosen = backups.findLast(({ endedAt }) => !until || new Date(endedAt) <= until);
  if (chosen) return chosen;
  throw new AppError(
    "not_found",
    until && backups.length > 0
      ? `No backup in ${folder} ended before ${until.toISOString()}.`
      : `There is no complete backup in ${folder}.`,
  );
}

/** The segment that is still being received ends with `.partial`, and has its full size. */
type ArchivedWal = { file: string; segment: string };

/** Finds the received WAL from the backup on. Throws if a segment between two others is missing. */
async function findWal(folder: string, backup: Backup) {
  const first = await findFirstWal(join(folder, backup.name));
  const wal = join(folder, archiveParts.wal);
  const names = await listNames(wal);
  const archived = names
    .map((file): ArchivedWal => ({ file, segment: file.replace(PARTIAL, "") }))
    .filter(
      ({ file, segment }) => WAL_NAME.test(segment) && segment >= first && !isDone(file, names),
    )
    .sort((a, b) => (a.segment < b.segment ? -1 : 1));
  const own = (await readdir(join(folder, backup.name, "postgres", "pg_wal"))).filter((name) =>
    WAL_NAME.test(name),
  );
  const present = new Set([...own, ...archived.map(({ segment }) => segment)]);
  const last = [...present].sort().at(-1) ?? first;
  let expected = first;
  while (expected < last && present.has(expected)) {
    expected = nextSegment(expected, backup.walSegmentBytes);
  }
  if (!present.has(expected)) {
    throw new AppError(
      "conflict",
      `${join(wal, expected)} is missing. To restore what was before it, move the later files out of ${wal}.`,
    );
  }
  const newest = archived.at(-1);
  const until = newest ? (await stat(join(wal, newest.file))).mtime.toISOString() : null;
  return { archived, until };
}

/** Whether a partial segment was completed meanwhile. */
function isDone(file: string, names: string[]): boolean {
  return file.endsWith(PARTIAL) && names.includes(file.slice(0, -PARTIAL.length));
}

/** A name is timeline, log of 4 GB and segment, in eight hexadecimal digits each. */
function nextSegment(name: string, bytes: number): string {
  const perLog = 2 ** 32 / bytes;
  const number =
    Number.parseInt(name.slice(8, 16), 16) * perLog + Number.parseInt(name.slice(16), 16) + 1;
  const toHex = (part: number) => part.toString(16).toUpperCase().padStart(8, "0");
  return name.slice(0, 8) + toHex(Math.floor(number / perLog)) + toHex(number % perLog);
}

type Owner = { uid: number; gid: number };
const isRoot = () => userInfo().uid === 0;

/** Creates the data folder, and returns its owner. Throws if something is in it. */
async function openTarget(to: string): Promise<Owner> {
  const owner = await stat(to).catch(() => null);
  if (isRoot() && (owner?.uid ?? 0) === 0) {
    throw new AppError(
      "validation",
      `Postgres does not run as root. Create its data folder first: \`install -d -o postgres -m 700 ${to}\`.`,
    );
  }
  await mkdir(to, { recursive: true, mode: 0o700 });
  if ((await readdir(to)).length > 0) {
    throw new AppError(
      "conflict",
      `${to} is not empty. Move what is there away first: it may be needed to find out what happened.`,
    );
  }
  return stat(to);
}

/** Root copies for others. Postgres refuses a data folder that is not its own user's. */
async function giveTo({ uid, gid }: Owner, folder: string): Promise<void> {
  if (isRoot() && uid !== 0) await run(["chown", "-R", `${uid}:${gid}`, folder], { env: {} });
}

/** Postgres looks into `pg_wal` for what `restore_command` does not find, which is everything. */
async function writeRecovery(to: string, until: Date | null): Promise<void> {
  const settings = {
    restore_command: "false",
    recovery_target_timeline: "latest",
    // Here Postgres reads no names of time zones. An empty value replaces what an earlier restore has left in the backup.
    recovery_target_time: until ? until.toISOString().replace("Z", "+00") : "",
    recovery_target_action: "promote",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await appendFile(join(to, "postgresql.auto.conf"), lines.join(""));
  await writeFile(join(to, "recovery.signal"), "", { mode: 0o600 });
  await rm(join(to, "postmaster.pid"), { force: true });
}

async function returnSpool(source: string, dataDir: string) {
  const saved = join(source, "spool");
  const youngest = Date.now() - MAX_SPOOL_AGE_MS;
  const isYoung = (name: string) => Number.parseInt(name, 10) > youngest;
  const names = await listNames(saved);
  const spoolFiles = (await copyNew(saved, spoolFolder(dataDir), isYoung)).length;
  return { spoolFiles, oldSpoolFiles: names.filter((name) => !isYoung(name)).length };
}
