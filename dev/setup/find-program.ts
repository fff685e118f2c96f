import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

export type Program = {
  /** Executable names, best first. */
  commands: string[];
  /** Where to look besides the PATH, best first. */
  folders?: () => string[];
  debianPackage: string;
  /** Advice for a person if it cannot be installed. */
  advice: string;
};

export const redisServer: Program = {
  commands: ["redis-server", "valkey-server"],
  debianPackage: "redis-server",
  advice: "Install redis-server or valkey-server, or set REDIS_URL.",
};

export const promtool: Program = {
  commands: ["promtool"],
  debianPackage: "prometheus",
  advice: "Install Prometheus' promtool.",
};

/** The server with all its programs. Debian keeps them apart from other commands, by version. */
export const postgresServer: Program = {
  commands: ["initdb"],
  folders: listPostgresFolders,
  debianPackage: "postgresql",
  advice: "Install PostgreSQL 15 or newer, with initdb in the PATH.",
};

export const chromium: Program = {
  commands: ["chromium", "chromium-browser", "google-chrome"],
  debianPackage: "chromium",
  advice: "Install Chromium, or set CHROMIUM_PATH to a Chromium or Chrome.",
};

/** Chromium without windows: a page costs less than half the CPU time. */
export const headlessShell: Program = {
  commands: ["chromium-headless-shell"],
  debianPackage: "chromium-headless-shell",
  advice: chromium.advice,
};

/** The browser for tests: the one of `CHROMIUM_PATH`, else the fastest that is installed. */
export function findBrowser(): string | null {
  return process.env.CHROMIUM_PATH || findProgram(headlessShell) || findProgram(chromium);
}

export function findProgram({ commands, folders }: Program): string | null {
  const paths = [...(folders?.() ?? []), process.env.PATH ?? ""];
  for (const command of commands) {
    for (const PATH of paths) {
      const path = Bun.which(command, { PATH });
      if (path) return path;
    }
  }
  return null;
}

function listPostgresFolders(): string[] {
  const all = "/usr/lib/postgresql";
  if (!existsSync(all)) return [];
  const versions = readdirSync(all).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(all, version, "bin"));
}

/**
 * Installs the program with apt if this is root on Debian. Returns its path, or null if that is not
 * possible.
 */
export function installProgram(program: Program): string | null {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return null;
  const installs = () => aptGet("install", "-y", "--no-install-recommends", program.debianPackage);
  if (!installs() && !(aptGet("update") && installs())) return null;
  return findProgram(program);
}

function aptGet(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync("apt-get", args, { env, stdio: "ignore" }).status === 0;
}
