import { parseArgs } from "node:util";
import { benchRedirect } from "./redirect/bench-redirect";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    stores: { type: "string", default: "everysec,always,postgres" },
  },
});
await benchRedirect({
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  stores: (["everysec", "always", "postgres"] as const).filter((store) =>
    values.stores.split(",").includes(store),
  ),
});
