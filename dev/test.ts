import { createCLI } from "vitest/node";
import {
  chromium,
  findProgram,
  installProgram,
  type Program,
  redisServer,
} from "./setup/find-program";

const projects = ["unit", "pg", "redis", "web", "e2e", "e2e-alone"];

/** External programs that a project needs, and the setting that names an installed one. */
const needs = [
  { project: "redis", program: redisServer, given: process.env.REDIS_URL },
  { project: "e2e", program: chromium, given: process.env.CHROMIUM_PATH },
  { project: "e2e-alone", program: chromium, given: process.env.CHROMIUM_PATH },
];

/**
 * `bun run test unit pg` runs these projects of vitest.config.ts; all other words are passed to
 * Vitest.
 */
const words = process.argv.slice(2);
const named = projects.filter((project) => words.includes(project));
const wanted = named.length > 0 ? named : projects;
const runnable = wanted.filter((project) => {
  const need = needs.find((each) => each.project === project);
  if (!need || need.given || provide(need.program)) return true;
  console.error(`The ${project} tests cannot run here. ${need.program.advice}`);
  return false;
});
if (runnable.length === 0 || (process.env.CI && runnable.length < wanted.length)) process.exit(1);
createCLI().parse([
  process.execPath,
  "vitest",
  "run",
  ...runnable.map((project) => `--project=${project}`),
  ...words.filter((word) => !projects.includes(word)),
]);

function provide(program: Program): boolean {
  if (findProgram(program)) return true;
  console.log(`Fetching ${program.debianPackage} for the tests …`);
  return installProgram(program) !== null;
}
