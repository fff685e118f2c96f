import { parseArgs } from "node:util";
import { benchStore } from "./store/bench-store";

const { values } = parseArgs({
  options: {
    clicks: { type: "string", default: "200000" },
    "full-pages": { type: "boolean", default: false },
  },
});
await benchStore({ clicks: Number(values.clicks), fullPages: values["full-pages"] });
