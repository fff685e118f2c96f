import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, join, resolve, sep } from "node:path";
import { AppError } from "@fairclick/core/errors";
import { type Backup, type BackupReport, backupSchema } from "@fairclick/core/operations/backups";
import { connectAsOwner } from "@fairclick/sql/db/client";
import { backupSlot, readCluster } from "@fairclick/sql/operations/status";
import { z } from "zod";
import { type Config, settingNames } from "../config";
import { spoolFolder } from "../queue/spool-folder";

/**
 * A folder of backups holds `archive.json`, one folder for each base backup, the WAL that `followWal`
 * receives in `wal`, and the covers of all backups in `covers`, which never change.
 */
export const archiveParts = { about: "archive.json", wal: "wal", covers: "covers" } as const;
const UNFINISHED = ".unfinished";
export const WAL_NAME = /^[0-9A-F]{24}$/;
export const PARTIAL = ".partial";
const MAX_REASON_LINES = 4;

/** The cluster that the WAL belongs to. A restore begins a new timeline, so its WAL needs another folder. */
const archiveSchema = z.object({ systemIdentifier: z.string(), timeline: z.number().int() });

export type Env = Readonly<Record<string, string | undefined>>;
type Source = { config: Config; env: Env; folder: string };

/**
 * Makes a base backup of the running Postgres with `pg_basebackup`, and copies the spool and new covers
 * beside it. The spool is copied first: clicks that leave it afterwards are in the queue or in Postgres.
 * Covers are copied last, because rows of the base refer to them. An unfinished backup is deleted.
 */
export async function backUp(
  { config, env, folder }: Source,
  keep: number | null,
): Promise<BackupReport> {
  const cluster = await openArchive({ config, folder });
  const name = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const unfinished = join(folder, name + UNFINISHED);
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const spool = await copyNew(spoolFolder(config.dataDir), join(unfinished, "spool"));
    const base = join(unfinished, "postgres");
    const tools = { env, version: cluster.version };
    await runTool("pg_basebackup", tools, config.ownerUrl, [
      ...[`--pgdata=${base}`, "--format=plain", "--wal-method=stream", "--checkpoint=fast"],
      ...["--manifest-checksums=SHA256", "--label=fairclick"],
    ]);
    await runTool("pg_verifybackup", tools, null, ["--quiet", base]);
    const covers = config.s3
      ? 0
      : await copyCovers(join(config.dataDir, "covers"), join(folder, archiveParts.covers));
    const backup: Backup = {
      ...{ name, endedAt: new Date().toISOString() },
      ...{ postgresVersion: cluster.version, walSegmentBytes: cluster.walSegmentBytes },
      queue: config.redisUrl ? "redis" : "postgres",
      settings: settingNames.filter((setting) => env[setting]),
    };
    await writePrivately(join(unfinished, "backup.json"), backup);
    await rename(unfinished, join(folder, name));
    return {
      backup,
      isFollowed: cluster.isFollowed,
      spoolFiles: spool.length,
      newCovers: covers,
      deleted: keep === null ? [] : await deleteOld(folder, keep),
    };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Receives the WAL of the running Postgres into the folder until `signal` is aborted. A replication slot
 * keeps what was not received yet. Throws what `pg_receivewal` says if it ends by itself.
 */
export async function followWal(
  { config, env, folder }: Source,
  signal: AbortSignal,
): Promise<void> {
  const { version } = await openArchive({ config, folder });
  const receive = (...args: string[]) =>
    runTool("pg_receivewal", { env, version, signal }, config.ownerUrl, [
      `--slot=${backupSlot}`,
      ...args,
    ]);
  await receive("--create-slot", "--if-not-exists");
  const wal = join(folder, archiveParts.wal);
  await mkdir(wal, { recursive: true, mode: 0o700 });
  // `--synchronous` writes to disk at once what arrives, so that a crash here loses nothing.
  await receive(`--directory=${wal}`, "--synchronous");
}

/** Creates the folder, or checks that it holds backups of this cluster and timeline. */
async function openArchive({ config, folder }: Pick<Source, "config" | "folder">) {
  if (`${resolve(folder)}${sep}`.startsWith(`${config.dataDir}${sep}`)) {
    throw new AppError("validation", "A backup inside DATA_DIR would be lost together with it.");
  }
  const db = connectAsOwner(config.ownerUrl);
  try {
    const { systemIdentifier, timeline, ...cluster } = await readCluster(db.sql);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await requirePrivate(folder);
    const about = join(folder, archiveParts.about);
    const known = await readJson(about, archiveSchema);
    if (!known) {
      if ((await readdir(folder)).length > 0) {
        throw new AppError(
          "conflict",
          `${folder} is not empty, and holds no backups of Fairclick.`,
        );
      }
      await writePrivately(about, { systemIdentifier, timeline });
    } else if (known.systemIdentifier !== systemIdentifier || known.timeline !== timeline) {
      throw new AppError(
        "conflict",
        `${folder} holds backups of another Postgres, or of this one before it was restored or promoted. Begin a new folder.`,
      );
    }
    return cluster;
  } finally {
    await db.end();
  }
}

/** A backup holds personal data and the hashes of passwords. Throws if other users can read it. */
export async function requirePrivate(folder: string): Promise<void> {
  const stats = await stat(folder);
  if (!stats.isDirectory()) throw new AppError("validation", `${folder} is not a folder.`);
  if ((stats.mode & 0o077) === 0) return;
  throw new AppError(
    "forbidden",
    `Other users can read ${folder}. Run \`chmod 700 ${folder}\` first: backups hold personal data.`,
  );
}

async function writePrivately(path: string, content: object): Promise<void> {
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

/** Returns null if there is no such file. */
async function readJson<Schema extends z.ZodType>(path: string, schema: Schema) {
  try {
    return schema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    if (isMissing(error)) return null;
    throw new AppError("conflict", `${path} is damaged.`, { cause: error });
  }
}

/** Returns the complete backups of a folder, the oldest first. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const files = (await listNames(folder))
    .filter((name) => backupSchema.shape.name.safeParse(name).success)
    .sort()
    .map((name) => readJson(join(folder, name, "backup.json"), backupSchema));
  return (await Promise.all(files)).filter((backup) => backup !== null);
}

/** Returns the names in a folder; none if there is no such folder. */
export async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

/**
 * Copies the files that the target does not have, readable by their owner only, and returns their names.
 * A file that its owner deletes meanwhile is left out.
 */
export async function copyNew(
  from: string,
  to: string,
  isWanted = (_name: string) => true,
): Promise<string[]> {
  const known = new Set(await listNames(to));
  const copied: string[] = [];
  const missing = (await listNames(from)).filter((name) => !known.has(name) && isWanted(name));
  if (missing.length > 0) await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of missing) {
    // Renamed when it is whole: an api may replay the spool while files are put back.
    const path = join(to, name);
    try {
      await copyFile(join(from, name), path + UNFINISHED);
      await chmod(path + UNFINISHED, 0o600);
      await rename(path + UNFINISHED, path);
      copied.push(name);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return copied;
}

/** Covers never change: each is copied once. Returns how many files were new. */
export async function copyCovers(from: string, to: string): Promise<number> {
  let copied = 0;
  for (const hash of await listNames(from)) {
    if (/^[0-9a-f]{64}$/.test(hash))
      copied += (await copyNew(join(from, hash), join(to, hash))).length;
  }
  return copied;
}

/** Deletes all but the newest backups, and the WAL that only those needed. */
async function deleteOld(folder: string, keep: number): Promise<string[]> {
  const backups = await listBackups(folder);
  const old = backups.slice(0, -keep);
  const [oldest] = backups.slice(-keep);
  const newest = backups.at(-1)?.name ?? "";
  const left = (await listNames(folder)).filter(
    (each) => each.endsWith(UNFINISHED) && each < newest,
  );
  for (const name of [...left, ...old.map((each) => each.name)]) {
    await rm(join(folder, name), { recursive: true });
  }
  if (!oldest) return [];
  const wal = join(folder, archiveParts.wal);
  const first = await findFirstWal(join(folder, oldest.name));
  for (const name of await listNames(wal)) {
    if (WAL_NAME.test(name) && name < first) await rm(join(wal, name));
  }
  return old.map(({ name }) => name);
}

/** Returns the name of the WAL segment that a restore of this base begins with. */
export async function findFirstWal(backup: string): Promise<string> {
  const label = await readFile(join(backup, "postgres", "backup_label"), "utf8");
  const [, name] = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label) ?? [];
  if (!name) throw new AppError("conflict", `${backup} has no readable backup_label.`);
  return name;
}

type Tools = { env: Env; version: number; signal?: AbortSignal };

/**
 * Runs one of Postgres' programs, on the server of a URL if there is one. Its password goes through the
 * environment, because every user of a machine can read command lines.
 */
export async function runTool(
  name: string,
  { env, version, signal }: Tools,
  serverUrl: string | null,
  args: string[],
): Promise<void> {
  const command = [findTool(name, { env, version }), ...args];
  if (serverUrl === null) return run(command, { env, signal });
  const url = new URL(serverUrl);
  const password = decodeURIComponent(url.password || url.searchParams.get("password") || "");
  url.password = "";
  url.searchParams.delete("password");
  const secrets = password ? { PGPASSWORD: password } : {};
  await run([...command, `--dbname=${url.href}`, "--no-password"], {
    env: { ...env, ...secrets },
    signal,
  });
}

const passedOn = /^(PATH|HOME|LANG|PG[A-Z]+)$/;

/** Throws with the first lines of what the program says if it fails. */
export async function run(
  command: string[],
  { env, signal }: { env: Env; signal?: AbortSignal | undefined },
): Promise<void> {
  const child = Bun.spawn(command, {
    env: Object.fromEntries(Object.entries(env).filter(([name]) => passedOn.test(name))),
    stdio: ["ignore", "ignore", "pipe"],
    ...(signal && { signal }),
  });
  const [said, exitCode] = await Promise.all([child.stderr.text(), child.exited]);
  if (exitCode === 0 || signal?.aborted) return;
  const reason = said.trim().split("\n").slice(0, MAX_REASON_LINES).join("\n");
  throw new AppError("conflict", `${basename(command[0] ?? "")} failed: ${reason}`);
}

/**
 * Finds a program of Postgres' version: in `PG_BIN`, where Debian and Red Hat install it, or in `PATH`.
 * An older one cannot read the server, and a newer one checks backups by its own rules.
 */
function findTool(name: string, { env, version }: Omit<Tools, "signal">): string {
  const folders = env.PG_BIN
    ? [env.PG_BIN]
    : [
        `/usr/lib/postgresql/${version}/bin`,
        `/usr/pgsql-${version}/bin`,
        ...(env.PATH ?? "").split(":"),
      ];
  for (const folder of folders) {
    const path = Bun.which(name, { PATH: folder });
    if (!path) continue;
    const said = Bun.spawnSync([path, "--version"]).stdout.toString();
    if (Number(/\(PostgreSQL\) (\d{1,4})/.exec(said)?.[1]) === version) return path;
  }
  const where = env.PG_BIN ? `in PG_BIN (${env.PG_BIN})` : "on this machine";
  throw new AppError(
    "validation",
    `There is no ${name} of PostgreSQL ${version} ${where}. Install postgresql-client-${version}, or set PG_BIN to the folder with Postgres' programs.`,
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
