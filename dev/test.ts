import { createCLI } from "vitest/node";
import {
  chromium,
  fetchProgram,
  findProgram,
  type Program,
  redisServer,
} from "./setup/find-program";

/** The projects of vitest.config.ts that need a program from outside, and what stands in for it. */
const needs = [
  { project: "redis", program: redisServer, given: process.env.REDIS_URL },
  { project: "e2e", program: chromium, given: process.env.CHROMIUM_PATH },
  { project: "e2e-alone", program: chromium, given: process.env.CHROMIUM_PATH },
];

const lacking = needs.filter(({ program, given }) => !given && !provide(program));
for (const { project, program } of lacking) {
  console.error(`The ${project} tests cannot run here. ${program.advice}`);
}
if (lacking.length > 0 && process.env.CI) process.exit(1);
createCLI().parse([
  process.execPath,
  "vitest",
  "run",
  ...lacking.map(({ project }) => `--project=!${project}`),
  ...process.argv.slice(2),
]);

function provide(program: Program): boolean {
  if (findProgram(program)) return true;
  console.log(`Fetching ${program.debianPackage} for the tests …`);
  return fetchProgram(program) !== null;
}
