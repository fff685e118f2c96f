import { parseArgs } from "node:util";
import { runChaos } from "./chaos/run-chaos";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    queue: { type: "string", default: "redis" },
  },
});
const seed = Number(values.seed);
const seconds = Number(values.seconds);
const queue = values.queue === "postgres" ? "postgres" : "redis";
console.log(`Chaos for ${seconds} s, queue on ${queue}, seed ${seed}`);

const report = await runChaos({ seed, seconds, queue });
const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
console.log(`killed with kill -9   ${list(report.kills)}`);
console.log(`answered with a 302   ${report.answered} (${report.refused} failed or refused)`);
console.log(`clicks by verdict     ${list(report.verdicts)}`);
console.log(`settled after         ${report.settledAfterSeconds.toFixed(1)} s`);
for (const { claim, rows } of report.violations) {
  console.error(`VIOLATED: ${claim}`);
  for (const row of rows) console.error(`  ${JSON.stringify(row)}`);
}
console.log(
  report.violations.length === 0
    ? "Nothing lost, nothing paid twice, books and statistics are clean"
    : `${report.violations.length} claims are violated. Again: bun run chaos --seed ${seed} --seconds ${seconds}`,
);
if (report.violations.length > 0) console.error(`Data and logs are in ${report.folder}`);
process.exit(report.violations.length === 0 ? 0 : 1);
