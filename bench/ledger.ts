import { parseArgs } from "node:util";
import { benchLedger } from "./ledger/bench-ledger";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
await benchLedger({ rounds: Number(values.rounds) });
