import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** ClickHouse 26.7 as a library, for the stand-in. No dependency: a newcomer does not wait for 543 MB. */
const version = "3.4.0";
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "fairclick");

export const chdbAdvice = `Its engine, chdb ${version}, could not be fetched from npm.`;

/** Returns the folder in which chdb is installed, or null. */
export function findChdb(): string | null {
  const folder = join(cache, `chdb-${version}`);
  return existsSync(folder) ? folder : null;
}

/** Installs chdb beside the dependencies of other versions of this repository. Returns null if it cannot. */
export function installChdb(): string | null {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "installing-"));
  try {
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ dependencies: { chdb: version } }),
    );
    const { status } = spawnSync(process.execPath, ["install", "--ignore-scripts"], {
      cwd: folder,
      stdio: "ignore",
    });
    if (status !== 0) return null;
    // Another run may have installed it meanwhile.
    if (findChdb() === null) renameSync(folder, join(cache, `chdb-${version}`));
    return findChdb();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
