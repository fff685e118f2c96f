import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

export type Program = {
  /** Executable names, best first. */
  commands: string[];
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

export function findProgram({ commands }: Program): string | null {
  for (const command of commands) {
    const path = Bun.which(command);
    if (path) return path;
  }
  return null;
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
