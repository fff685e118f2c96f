import { parseArgs } from "node:util";
import { findChdb, installChdb } from "@fairclick/dev/setup/chdb";
import { chromium, findBrowser } from "@fairclick/dev/setup/find-program";
import { buildWebApp } from "@fairclick/dev/stack/web-build";
import { type ChaosReport, runChaos } from "./chaos/run-chaos";
import { type MovingReport, runMoving } from "./chaos/run-moving";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    clicks: { type: "string" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    queue: { type: "string", default: "redis" },
    clickhouse: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const seconds = Number(values.seconds);
const length = values.clicks ? { clicks: Number(values.clicks) } : { seconds };
const queue = (["postgres", "cluster"] as const).find((name) => name === values.queue) ?? "redis";
const lengthWords = values.clicks ? `${values.clicks} clicks` : `${values.seconds} s`;
const again = [
  `--seed ${seed} ${values.clicks ? `--clicks ${values.clicks}` : `--seconds ${seconds}`}`,
  ` --queue ${queue}${values.clickhouse ? " --clickhouse" : ""}`,
].join("");

const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");

process.exit(values.clickhouse ? await moveDays() : await killAll());

async function killAll(): Promise<number> {
  const browserPath = findBrowser();
  console.log(`Chaos for ${lengthWords}, queue on ${queue}, seed ${seed}`);
  if (!browserPath) console.log(`Pages are not compared. ${chromium.advice}`);
  else await buildWebApp();
  const report = await runChaos({ seed, length, queue, browserPath });
  console.log(`killed with kill -9   ${list(report.kills)}`);
  console.log(
    `answered with a 302   ${report.answered} in ${report.loadSeconds.toFixed(0)} s (${report.failed} failed)`,
  );
  console.log(`clicks by verdict     ${list(report.verdicts)}`);
  console.log(`conversions stored    ${report.conversions}`);
  console.log(`notices               ${list(report.notices)}`);
  console.log(`mails accepted        ${report.mails}`);
  console.log(`settled after         ${report.settledAfterSeconds.toFixed(1)} s`);
  const pages = browserPath ? "answers and pages" : "and answers (pages were not compared)";
  return printResult(
    report,
    `Nothing lost, nothing paid twice, books and statistics are clean; counters, ledger, ${pages} agree with the clicks to the unit`,
  );
}

async function moveDays(): Promise<number> {
  const chdb = findChdb() ?? installChdb();
  if (chdb === null) throw new Error("ClickHouse's engine could not be fetched from npm.");
  console.log(`Chaos for twice ${seconds} s with ClickHouse, queue on ${queue}, seed ${seed}`);
  const report = await runMoving({ seed, seconds, queue, chdb });
  console.log(`killed with kill -9   ${list(report.kills)}`);
  console.log(`answered with a 302   ${report.answered} (${report.failed} failed)`);
  console.log(`clicks by verdict     ${list(report.verdicts)}`);
  console.log(`moved                 ${report.movedClicks} clicks of ${report.movedDays} days`);
  console.log(`read meanwhile        ${list(report.watched)}`);
  return printResult(
    report,
    "Every answered click is in one store, nothing paid twice; ClickHouse, Postgres and the ledger agree to the unit",
  );
}

/** Prints what is wrong, and returns the exit code. */
function printResult(report: ChaosReport | MovingReport, success: string): number {
  const { violations, agreement } = report;
  console.log(`figures compared      ${list(agreement.compared)}`);
  for (const { claim, rows } of violations) {
    console.error(`VIOLATED: ${claim}`);
    for (const row of rows) console.error(`  ${JSON.stringify(row)}`);
  }
  for (const { place, figure, says, expected } of agreement.differences) {
    console.error(`DIFFERS: ${place}, ${figure}: says ${says}, expected ${expected}`);
  }
  if (report.isClean) {
    console.log(success);
    return 0;
  }
  console.log(
    `${violations.length} claims are violated, ${agreement.differences.length} figures differ. Again: bun run chaos ${again}`,
  );
  console.error(`Data and logs are in ${report.folder}`);
  return 1;
}
