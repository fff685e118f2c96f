import { parseArgs } from "node:util";
import { benchGrowth } from "./growth/bench-growth";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    clicks: { type: "string", default: "10000" },
    links: { type: "string", default: "1000000" },
    stored: { type: "string", default: "20000000" },
    base: { type: "string", default: "1000000" },
    folder: { type: "string" },
  },
});
await benchGrowth({
  rounds: Number(values.rounds),
  clicks: Number(values.clicks),
  links: Number(values.links),
  stored: Number(values.stored),
  base: Number(values.base),
  folder: values.folder ?? null,
});
