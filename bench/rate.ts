import { parseArgs } from "node:util";
import { benchRate } from "./rate/bench-rate";
import { describeMachine } from "./report/describe-machine";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "15" },
    rates: { type: "string", default: "10,60,300,1000" },
    queues: { type: "string", default: "redis,postgres" },
  },
});
console.log(`${describeMachine()}\n`);
for (const queue of ["redis", "postgres"] as const) {
  if (!values.queues.split(",").includes(queue)) continue;
  await benchRate({
    queue,
    rates: values.rates.split(",").map(Number),
    seconds: Number(values.seconds),
  });
}
console.log(describeMachine());
