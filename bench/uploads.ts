import { parseArgs } from "node:util";
import { benchBesideUploads } from "./redirect/bench-beside-uploads";
import { describeMachine } from "./report/describe-machine";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "10" },
  },
});

console.log(`${describeMachine()}\n`);
await benchBesideUploads({
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  store: "everysec",
});
console.log(describeMachine());
