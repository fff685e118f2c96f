import { parseArgs } from "node:util";
import { benchFrauds } from "./people/bench-frauds";

const { values } = parseArgs({
  options: {
    clicks: { type: "string", default: "200000" },
    creators: { type: "string", default: "200" },
    rows: { type: "string", default: "20" },
  },
});
const isMet = await benchFrauds({
  clicks: Number(values.clicks),
  creators: Number(values.creators),
  rows: Number(values.rows),
});
process.exit(isMet ? 0 : 1);
