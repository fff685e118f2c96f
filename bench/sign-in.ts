import { parseArgs } from "node:util";
import { describeMachine } from "./report/describe-machine";
import { benchSignIn } from "./sign-in/bench-sign-in";

const { values } = parseArgs({ options: { addresses: { type: "string", default: "400" } } });

console.log(`${describeMachine()}\n`);
await benchSignIn({ addresses: Number(values.addresses) });
console.log(describeMachine());
