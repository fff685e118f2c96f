import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findCycles } from "./boundaries/find-cycles";
import { readSourceFiles } from "./boundaries/source-files";
import { findViolations, folders, productFolders } from "./boundaries/violations";
import { findSlowExpressions, publicFolders } from "./expressions/find-slow-expressions";
import { compareWithBudget } from "./house/budget";
import { readFigures, readLimits } from "./house/read-figures";

const root = join(import.meta.dirname, "..");

type Outcome = { ok: boolean; output: string };

const checks: Record<string, () => Outcome> = {
  "format and lint": () => runTool("biome", "check", "--error-on-warnings", "."),
  boundaries: () =>
    report([
      ...readSourceFiles(folders).flatMap(findViolations),
      ...findCycles(readSourceFiles(productFolders)),
    ]),
  expressions: () => report(readSourceFiles(publicFolders).flatMap(findSlowExpressions)),
  types: () => runTool("tsc", "-b"),
  "unused code": () => runTool("knip", "--no-progress"),
  budget: () => report(compareWithBudget(readFigures(), readLimits())),
  "lock file": () => report(findAddresses()),
};

let failed = false;
for (const [name, check] of Object.entries(checks)) {
  const { ok, output } = check();
  if (!ok) console.error(output);
  console.log(`${ok ? "ok    " : "FAILED"} ${name}`);
  failed ||= !ok;
}
process.exit(failed ? 1 : 0);

function runTool(name: string, ...args: string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "node_modules", ".bin", name), ...args],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  return { ok: status === 0, output: `${stdout}${stderr}`.trim() };
}

function report(problems: string[]): Outcome {
  return { ok: problems.length === 0, output: problems.join("\n") };
}

/**
 * Returns the lines of bun.lock that contain a URL. A lock file created behind another registry
 * would send everyone else there.
 */
function findAddresses(): string[] {
  return readFileSync(join(root, "bun.lock"), "utf8")
    .split("\n")
    .filter((line) => line.includes("://"))
    .map((line) => `bun.lock contains a URL: ${line.trim()}`);
}
