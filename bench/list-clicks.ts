import { parseArgs } from "node:util";
import { benchListClicks } from "./list-clicks/bench-list-clicks";

const { values } = parseArgs({
  options: {
    stored: { type: "string", default: "20000000" },
    campaigns: { type: "string", default: "10" },
    rounds: { type: "string", default: "20" },
  },
});
await benchListClicks({
  stored: Number(values.stored),
  campaigns: Number(values.campaigns),
  rounds: Number(values.rounds),
});
