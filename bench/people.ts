import { parseArgs } from "node:util";
import { benchPeople } from "./people/bench-people";

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "1" },
    carriers: { type: "string", default: "300" },
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    without: { type: "string" },
  },
});
const { size, carriers, quick, only, without = null } = values;
const isMet = await benchPeople({
  size: quick ? 0.1 : Number(size),
  carriers: Number(carriers),
  links: quick ? [100, 1_000] : [100, 6_000],
  creators: quick ? 2_000 : 5_000,
  only,
  without,
});
process.exit(isMet ? 0 : 1);
