import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { playAttacks } from "./attacks/attacks";
import { toMarket } from "./attacks/market";
import { removeDataDir, startStack } from "./stack";

/**
 * Plays attacks by people with free accounts against a fresh `bun start`, once with the holds of the
 * default settings and once without, and prints what each saw. Exits 1 if one broke something.
 */
const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const common = { TRUSTED_PROXIES: "127.0.0.1/32,::1/128", CLICK_WINDOW_SECONDS: "5" };
const withoutHolds = {
  DEPOSIT_HOLD_HOURS: "0",
  WITHDRAWAL_REVIEW: "off",
  UNPROVED_PAYOUT_DOLLARS: "0",
};
let broken = 0;
for (const [name, env] of Object.entries({ "holds on": {}, "holds off": withoutHolds })) {
  console.log(`\n${name}`);
  const stack = await startStack({ env: { ...common, ...env } });
  try {
    const operatorToken = readFileSync(join(stack.dataDir, "operator-token"), "utf8").trim();
    broken += await playAttacks(toMarket(stack, operatorToken), values.only);
  } finally {
    await stack.stop();
    removeDataDir(stack);
  }
}
console.log(broken === 0 ? "\nAll held" : `\n${broken} broken`);
process.exitCode = broken === 0 ? 0 : 1;
