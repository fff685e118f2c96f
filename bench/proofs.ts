import { parseArgs } from "node:util";
import { benchProofs } from "./proofs/bench-proofs";

const { values } = parseArgs({
  options: {
    clicks: { type: "string", default: "1000000" },
    days: { type: "string", default: "5" },
    hourly: { type: "boolean", default: false },
  },
});
await benchProofs({
  clicks: Number(values.clicks),
  days: Number(values.days),
  hourly: values.hourly,
});
