import { parseArgs } from "node:util";
import { benchLedger } from "./ledger/bench-ledger";
import { benchMemory } from "./memory/bench-memory";
import { benchRedirect } from "./redirect/bench-redirect";
import { describeMachine } from "./report/describe-machine";
import { benchSettle } from "./settle/bench-settle";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
    links: { type: "string", default: "1000000" },
  },
});
const rounds = Number(values.rounds);

console.log(`${describeMachine()}`);
console.log(`Medians of ${rounds} rounds in turns (least–most).\n`);
await benchRedirect({
  rounds,
  connections: 64,
  seconds: Number(values.seconds),
  stores: ["everysec", "always", "postgres"],
});
await benchSettle({ rounds, clicks: 20_000, links: 1_000, stored: 0 });
await benchLedger({ rounds });
await benchMemory({ links: Number(values.links), rounds, seconds: Number(values.seconds) });
console.log(describeMachine());
