import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { PostgresBinaries } from "./binaries";
import type { Passwords } from "./passwords";
import { canEnter, type SystemUser } from "./system-user";

type NewCluster = {
  dataDir: string;
  binaries: PostgresBinaries;
  user: SystemUser | null;
  passwords: Passwords;
  durable: boolean;
};

export function clusterPath(dataDir: string): string {
  return join(dataDir, "postgres");
}

/**
 * Returns true if the cluster exists. Throws if it was outside `dataDir` and its directory is gone.
 */
export function hasCluster(dataDir: string): boolean {
  const clusterDir = clusterPath(dataDir);
  const link = lstatSync(clusterDir, { throwIfNoEntry: false });
  if (link?.isSymbolicLink() && !existsSync(clusterDir)) {
    throw new Error(
      `The database was in ${readlinkSync(clusterDir)}, which is gone. Remove ${clusterDir} to begin with an empty one.`,
    );
  }
  return existsSync(join(clusterDir, "PG_VERSION"));
}

/** Creates the cluster with its roles and database. An interrupted attempt is started over. */
export function makeCluster(cluster: NewCluster): void {
  const { dataDir, binaries, user, passwords } = cluster;
  const folder = makeFolder(dataDir, user);
  const as = { ...user, cwd: folder, env: { TZ: "UTC" }, encoding: "utf8" } as const;
  run(binaries.initdb, {
    args: [
      `--pgdata=${folder}`,
      "--username=postgres",
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      ...(cluster.durable ? [] : ["--no-sync"]),
    ],
    options: as,
  });
  writeFileSync(join(folder, "pg_hba.conf"), PASSWORDS_FROM_THIS_MACHINE);
  run(binaries.postgres, {
    args: ["--single", "-D", folder, "postgres"],
    options: { ...as, input: firstStatements(passwords) },
  });
  moveIntoPlace(folder, clusterPath(dataDir));
}

/** `all` does not mean `replication`, which backups need. */
const PASSWORDS_FROM_THIS_MACHINE = ["all", "replication"]
  .map((database) => `host ${database} all 127.0.0.1/32 scram-sha-256\n`)
  .join("");

function firstStatements(passwords: Passwords): string {
  return [
    `alter role postgres password '${passwords.postgres}';`,
    `create role fairclick_owner login createrole createdb replication password '${passwords.fairclick_owner}';`,
    `create role fairclick login password '${passwords.fairclick}';`,
    "create database fairclick owner fairclick_owner;",
    "",
  ].join("\n");
}

/**
 * Creates the cluster's directory. A data folder of root is opened just enough for the Postgres
 * user to pass through. If a parent directory is closed (a checkout under /root), the cluster lives
 * in /var/lib/fairclick.
 */
function makeFolder(dataDir: string, user: SystemUser | null): string {
  if (user && !canEnter(dataDir, user)) chmodSync(dataDir, statSync(dataDir).mode | 0o011);
  if (user && !canEnter(dataDir, user)) {
    mkdirSync("/var/lib/fairclick", { recursive: true, mode: 0o755 });
    const outside = mkdtempSync("/var/lib/fairclick/cluster-");
    chownSync(outside, user.uid, user.gid);
    return outside;
  }
  const inside = `${clusterPath(dataDir)}.new`;
  rmSync(inside, { recursive: true, force: true });
  mkdirSync(inside, { mode: 0o700 });
  if (user) chownSync(inside, user.uid, user.gid);
  return inside;
}

function moveIntoPlace(folder: string, clusterDir: string): void {
  if (folder.startsWith(clusterDir)) renameSync(folder, clusterDir);
  else symlinkSync(folder, clusterDir);
}

function run(
  command: string,
  { args, options }: { args: string[]; options: { encoding: "utf8"; input?: string } },
): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status === 0 && !/\b(ERROR|FATAL|PANIC):/.test(stderr)) return;
  throw new Error(
    `Postgres could not make its data folder. ${error?.message ?? (stderr || stdout).trim()}`,
  );
}
