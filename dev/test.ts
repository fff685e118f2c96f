import { createCLI } from "vitest/node";
import { chdbAdvice, findChdb, installChdb } from "./setup/chdb";
import {
  findBrowser,
  findProgram,
  headlessShell,
  installProgram,
  type Program,
  postgresServer,
  promtool,
  redisServer,
} from "./setup/find-program";

const projects = ["unit", "pg", "redis", "clickhouse", "web", "spec", "e2e"];

/** External programs that projects need, and how they are provided. */
const needs = [
  { projects: ["redis"], ...redisServer, provide: provideRedis },
  { projects: ["clickhouse"], advice: chdbAdvice, provide: provideChdb },
  { projects: ["spec", "e2e"], ...headlessShell, provide: provideBrowser },
  { projects: ["e2e"], ...promtool, provide: () => provideTool(promtool) },
  { projects: ["e2e"], ...postgresServer, provide: () => provideTool(postgresServer) },
];

/**
 * `bun run test unit pg` runs these projects of vitest.config.ts; all other words are passed to
 * Vitest.
 */
const words = process.argv.slice(2);
const named = projects.filter((project) => words.includes(project));
const wanted = named.length > 0 ? named : projects;
const missing = needs
  .filter(({ projects, provide }) => projects.some((each) => wanted.includes(each)) && !provide())
  .flatMap(({ projects, advice }) => {
    console.error(`The ${projects.join(" and ")} tests cannot run here. ${advice}`);
    return projects;
  });
const runnable = wanted.filter((project) => !missing.includes(project));
if (runnable.length === 0 || (process.env.CI && runnable.length < wanted.length)) process.exit(1);
createCLI().parse([
  process.execPath,
  "vitest",
  "run",
  ...runnable.map((project) => `--project=${project}`),
  ...words.filter((word) => !projects.includes(word)),
]);

function provideRedis(): boolean {
  if (process.env.REDIS_URL || findProgram(redisServer)) return true;
  return installAloud(redisServer) !== null;
}

function provideChdb(): boolean {
  if (findChdb()) return true;
  console.log("Fetching ClickHouse (543 MB) for the tests …");
  return installChdb() !== null;
}

function provideTool(program: Program): boolean {
  return findProgram(program) !== null || installAloud(program) !== null;
}

/** In CI the headless shell is installed even where there is a slower browser. */
function provideBrowser(): boolean {
  if (process.env.CHROMIUM_PATH || findProgram(headlessShell)) return true;
  if (!process.env.CI && findBrowser()) return true;
  return installAloud(headlessShell) !== null || findBrowser() !== null;
}

function installAloud(program: Program): string | null {
  console.log(`Fetching ${program.debianPackage} for the tests …`);
  return installProgram(program);
}
