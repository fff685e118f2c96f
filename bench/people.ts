import { parseArgs } from "node:util";
import { benchPeople } from "./people/bench-people";

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "1" },
    carriers: { type: "string", default: "300,1000,10000" },
  },
});
await benchPeople({
  size: Number(values.size),
  carriers: values.carriers.split(",").map(Number),
});
