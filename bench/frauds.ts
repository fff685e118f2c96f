import { parseArgs } from "node:util";
import { benchFrauds } from "./people/bench-frauds";

const { values } = parseArgs({
  options: {
    clicks: { type: "string", default: "200000" },
    creators: { type: "string", default: "200" },
    rows: { type: "string", default: "20" },
    seed: { type: "string", default: "7401" },
  },
});
const isMet = await benchFrauds({
  clicks: Number(values.clicks),
  creators: Number(values.creators),
  rows: Number(values.rows),
  seed: Number(values.seed),
});
process.exit(isMet ? 0 : 1);
