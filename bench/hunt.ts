import { parseArgs } from "node:util";
import { benchHunt } from "./hunt/bench-hunt";

const { values } = parseArgs({
  options: {
    clicks: { type: "string", default: "20000000" },
    links: { type: "string", default: "1000" },
    rounds: { type: "string", default: "5" },
    folder: { type: "string" },
  },
});
const isWithin = await benchHunt({
  clicks: Number(values.clicks),
  links: Number(values.links),
  rounds: Number(values.rounds),
  folder: values.folder ?? null,
});
process.exitCode = isWithin ? 0 : 1;
