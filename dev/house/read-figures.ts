import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { apiRoutes } from "@fairclick/api/api-routes";
import { silentHost } from "@fairclick/cli/frame/host";
import { createProgram } from "@fairclick/cli/program";
import { jobs } from "@fairclick/core/jobs";
import { noticeKinds } from "@fairclick/core/notices/registry";
import { readBudget } from "./budget";
import { type Figures, measureHouse } from "./measure";

const root = join(import.meta.dirname, "..", "..");

/** Measures the working tree. */
export function readFigures(): Figures {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = stdout
    .split("\n")
    .filter((path) => /\.(?:tsx?|md|sql)$/.test(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  return {
    ...measureHouse(files),
    routes: sum(apiRoutes.map(([, { app }]) => app.openAPIRegistry.definitions.length)),
    commands: countLeaves(createProgram(silentHost, { isJson: false, finish: () => {} })),
    jobs: jobs.length,
    "kinds of notices": noticeKinds.length,
  };
}

export function readLimits(): Figures {
  return readBudget(readFileSync(join(root, "docs", "budget.md"), "utf8"));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

type Branch = { commands: readonly Branch[] };

function countLeaves(command: Branch): number {
  if (command.commands.length === 0) return 1;
  return sum(command.commands.map(countLeaves));
}
