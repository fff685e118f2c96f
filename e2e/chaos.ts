import { parseArgs } from "node:util";
import { chromium, findBrowser } from "@fairclick/dev/setup/find-program";
import { buildWebApp } from "@fairclick/dev/stack/web-build";
import { runChaos } from "./chaos/run-chaos";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    clicks: { type: "string" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    queue: { type: "string", default: "redis" },
  },
});
const seed = Number(values.seed);
const length = values.clicks
  ? { clicks: Number(values.clicks) }
  : { seconds: Number(values.seconds) };
const queue = (["postgres", "cluster"] as const).find((name) => name === values.queue) ?? "redis";
const browserPath = findBrowser();
const lengthWords = values.clicks ? `${values.clicks} clicks` : `${values.seconds} s`;
console.log(`Chaos for ${lengthWords}, queue on ${queue}, seed ${seed}`);
if (!browserPath) console.log(`Pages are not compared. ${chromium.advice}`);
else await buildWebApp();

const report = await runChaos({ seed, length, queue, browserPath });
const { agreement, violations } = report;
const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
console.log(`killed with kill -9   ${list(report.kills)}`);
console.log(
  `answered with a 302   ${report.answered} in ${report.loadSeconds.toFixed(0)} s (${report.failed} failed)`,
);
console.log(`clicks by verdict     ${list(report.verdicts)}`);
console.log(`conversions stored    ${report.conversions}`);
console.log(`notices               ${list(report.notices)}`);
console.log(`mails accepted        ${report.mails}`);
console.log(`settled after         ${report.settledAfterSeconds.toFixed(1)} s`);
console.log(`figures compared      ${list(agreement.compared)}`);
for (const { claim, rows } of violations) {
  console.error(`VIOLATED: ${claim}`);
  for (const row of rows) console.error(`  ${JSON.stringify(row)}`);
}
for (const { place, figure, says, expected } of agreement.differences) {
  console.error(`DIFFERS: ${place}, ${figure}: says ${says}, expected ${expected}`);
}
const wrong = violations.length + agreement.differences.length;
const pages = browserPath ? "answers and pages" : "and answers (pages were not compared)";
console.log(
  wrong === 0
    ? `Nothing lost, nothing paid twice, books and statistics are clean; counters, ledger, ${pages} agree with the clicks to the unit`
    : `${violations.length} claims are violated, ${agreement.differences.length} figures differ. Again: bun run chaos --seed ${seed} ${values.clicks ? `--clicks ${values.clicks}` : `--seconds ${values.seconds}`} --queue ${queue}`,
);
if (wrong > 0) console.error(`Data and logs are in ${report.folder}`);
process.exit(wrong === 0 ? 0 : 1);
