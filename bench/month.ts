import { parseArgs } from "node:util";

/**
 * Lets a market live for a month and prints each sum from every place that names it; exits 1 if two differ.
 * It is the test `e2e/month` with more people and clicks.
 */
const { values } = parseArgs({ options: { clicks: { type: "string", default: "200000" } } });
const { exited } = Bun.spawn([process.execPath, "run", "test", "pg", "e2e/month"], {
  env: { ...process.env, MONTH_CLICKS: values.clicks },
  stdio: ["ignore", "inherit", "inherit"],
});
process.exitCode = (await exited) === 0 ? 0 : 1;
