import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findCycles } from "./boundaries/find-cycles";
import { findPlantedRows } from "./boundaries/planted-rows";
import { readSourceFiles } from "./boundaries/source-files";
import { findViolations, folders, productFolders } from "./boundaries/violations";
import { findSlowExpressions, publicFolders } from "./expressions/find-slow-expressions";
import { compareWithBudget } from "./house/budget";
import { readFigures, readLimits } from "./house/read-figures";

const root = join(import.meta.dirname, "..");

type Outcome = { ok: boolean; output: string };

const checks: Record<string, () => Outcome | Promise<Outcome>> = {
  types: () => runTool("tsc", "-b"),
  "unused code": () => runTool("knip", "--no-progress"),
  "format and lint": () => runTool("biome", "check", "--error-on-warnings", "."),
  boundaries: () =>
    report([
      ...readSourceFiles(folders).flatMap(findViolations),
      ...findCycles(readSourceFiles(productFolders)),
    ]),
  "planted rows": () => report(readSourceFiles(folders).flatMap(findPlantedRows)),
  expressions: () => report(readSourceFiles(publicFolders).flatMap(findSlowExpressions)),
  budget: () => report(compareWithBudget(readFigures(), readLimits())),
  "lock file": () => report(findAddresses()),
};

// The tools come first: they are other processes, and work while this one does its own checks.
const outcomes = Object.entries(checks).map(([name, check]) => ({ name, outcome: check() }));
let failed = false;
for (const { name, outcome } of outcomes) {
  const { ok, output } = await outcome;
  if (!ok) console.error(output);
  console.log(`${ok ? "ok    " : "FAILED"} ${name}`);
  failed ||= !ok;
}
process.exit(failed ? 1 : 0);

function runTool(name: string, ...args: string[]): Promise<Outcome> {
  const tool = spawn(process.execPath, [join(root, "node_modules", ".bin", name), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [tool.stdout, tool.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    tool.once("error", reject);
    tool.once("close", (code) => resolve({ ok: code === 0, output: output.trim() }));
  });
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
