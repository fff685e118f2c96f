import { parseArgs } from "node:util";
import { benchRedirect, benchServer } from "./redirect/bench-redirect";
import { benchSteps } from "./redirect/bench-steps";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "64" },
    steps: { type: "boolean", default: false },
    stores: { type: "string", default: "everysec,always,postgres" },
  },
});
const { rounds, seconds, connections } = values;
const size = {
  rounds: Number(rounds),
  seconds: Number(seconds),
  connections: Number(connections),
};
const stores = (["everysec", "always", "postgres"] as const).filter((store) =>
  values.stores.split(",").includes(store),
);
if (values.steps) {
  await benchSteps(size);
  await benchServer({ ...size, stores });
} else await benchRedirect({ ...size, stores });
