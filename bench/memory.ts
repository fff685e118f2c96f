import { parseArgs } from "node:util";
import { benchMemory } from "./memory/bench-memory";

const { values } = parseArgs({
  options: {
    links: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
  },
});
await benchMemory({
  links: Number(values.links),
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
});
