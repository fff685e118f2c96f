import { parseArgs } from "node:util";
import { benchSettle } from "./settle/bench-settle";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    clicks: { type: "string", default: "20000" },
    links: { type: "string", default: "1000" },
    stored: { type: "string", default: "0" },
  },
});
await benchSettle({
  rounds: Number(values.rounds),
  clicks: Number(values.clicks),
  links: Number(values.links),
  stored: Number(values.stored),
});
