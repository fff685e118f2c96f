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

export function clusterDirOf(dataDir: string): string {
  return join(dataDir, "postgres");
}

/** Throws when there was one outside of `dataDir` that somebody has removed. */
export function hasCluster(dataDir: string): boolean {
  const clusterDir = clusterDirOf(dataDir);
  const link = lstatSync(clusterDir, { throwIfNoEntry: false });
  if (link?.isSymbolicLink() && !existsSync(clusterDir)) {
    throw new Error(
      `The database was in ${readlinkSync(clusterDir)}, which is gone. Remove ${clusterDir} to begin with an empty one.`,
    );
  }
  return existsSync(join(clusterDir, "PG_VERSION"));
}

/** Makes the cluster with its logins and its database. One that was interrupted is begun again. */
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
  writeFileSync(join(folder, "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n");
  run(binaries.postgres, {
    args: ["--single", "-D", folder, "postgres"],
    options: { ...as, input: firstStatements(passwords) },
  });
  putInPlace(folder, clusterDirOf(dataDir));
}

function firstStatements(passwords: Passwords): string {
  return [
    `alter role postgres password '${passwords.postgres}';`,
    `create role fairclick_owner login createrole createdb password '${passwords.fairclick_owner}';`,
    `create role fairclick login password '${passwords.fairclick}';`,
    "create database fairclick owner fairclick_owner;",
    "",
  ].join("\n");
}

/**
 * Root's data folder is opened just enough for the user that Postgres runs as to pass through. Where
 * a folder above it is closed (a checkout under /root), the cluster lives outside.
 */
function makeFolder(dataDir: string, user: SystemUser | null): string {
  if (user && !canEnter(dataDir, user)) chmodSync(dataDir, statSync(dataDir).mode | 0o011);
  if (user && !canEnter(dataDir, user)) {
    mkdirSync("/var/lib/fairclick", { recursive: true, mode: 0o755 });
    const outside = mkdtempSync("/var/lib/fairclick/cluster-");
    chownSync(outside, user.uid, user.gid);
    return outside;
  }
  const inside = `${clusterDirOf(dataDir)}.new`;
  rmSync(inside, { recursive: true, force: true });
  mkdirSync(inside, { mode: 0o700 });
  if (user) chownSync(inside, user.uid, user.gid);
  return inside;
}

function putInPlace(folder: string, clusterDir: string): void {
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
