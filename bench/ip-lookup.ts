import { parseArgs } from "node:util";
import { benchIpLookup } from "./ip-lookup/bench-ip-lookup";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "7" } } });
benchIpLookup({ rounds: Number(values.rounds) });
