import { spawn, spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";

// This file runs before packages are installed, so it may import only what Bun includes.

const root = join(import.meta.dirname, "..");
const installed = join(root, "node_modules", ".fairclick-installed");
const startedAt = performance.timeOrigin;

const scripts: Record<string, string[]> = {
  start: ["dev/start.ts"],
  demo: ["dev/start.ts", "--demo"],
  test: ["dev/test.ts"],
  check: ["dev/check.ts"],
  house: ["dev/house/main.ts"],
  bench: ["bench/main.ts"],
  "bench:judge": ["bench/judge.ts"],
  "bench:people": ["bench/people.ts"],
  "bench:web": ["bench/web.ts"],
  chaos: ["e2e/chaos.ts"],
  "build:web": ["dev/build-web.ts"],
  "build:client": ["dev/build-client.ts"],
  "build:cli": ["dev/build-cli.ts"],
  screens: ["e2e/screens.ts"],
  icons: ["e2e/icons.ts"],
  texts: ["dev/language/main.ts"],
};

const [command = "", ...rest] = process.argv.slice(2);
const script = scripts[command];
if (!script) {
  console.error(`Unknown command "${command}". Commands: ${Object.keys(scripts).join(", ")}.`);
  process.exit(2);
}
if (isInstallStale()) install();
run([...script, ...rest]);

type Manifest = { workspaces: string[]; patchedDependencies: Record<string, string> };

function isInstallStale(): boolean {
  const installedAt = statSync(installed, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const { workspaces, patchedDependencies }: Manifest = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const manifests = workspaces.map((folder) => join(folder, "package.json"));
  return ["bun.lock", "package.json", ...manifests, ...Object.values(patchedDependencies)]
    .map((file) => statSync(join(root, file)).mtimeMs)
    .some((changedAt) => changedAt > installedAt);
}

function install(): void {
  console.log("Installing packages …");
  const flags = process.env.CI ? ["--frozen-lockfile"] : [];
  const { status, stdout, stderr } = spawnSync(process.execPath, ["install", ...flags], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) {
    console.error(`${stdout}${stderr}`.trim());
    console.error("The packages could not be installed.");
    process.exit(1);
  }
  writeFileSync(installed, "");
}

/**
 * Runs the script as a child. Ctrl-C in a terminal reaches the child directly; other signals reach
 * only this process and are forwarded.
 */
function run(args: string[]): void {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, FAIRCLICK_STARTED_AT: String(startedAt) },
  });
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  for (const name of ["SIGTERM", "SIGHUP"] as const) process.on(name, () => child.kill(name));
  child.once("exit", (code, name) =>
    process.exit(code ?? 128 + constants.signals[name ?? "SIGTERM"]),
  );
}
