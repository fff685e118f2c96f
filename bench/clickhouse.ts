import { parseArgs } from "node:util";
import { benchClickHouse } from "./clickhouse/bench-clickhouse";

const { values } = parseArgs({
  options: {
    clicks: { type: "string", default: "1000000" },
    kept: { type: "string", default: "20000" },
    days: { type: "string", default: "20" },
    rounds: { type: "string", default: "3" },
  },
});
await benchClickHouse({
  clicks: Number(values.clicks),
  kept: Number(values.kept),
  days: Number(values.days),
  rounds: Number(values.rounds),
});
