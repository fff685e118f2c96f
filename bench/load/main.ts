/** One measured load from a process of its own: reads what to do as JSON, writes what happened as JSON. */
import { makeRequests } from "./make-requests";
import { runLoad } from "./run-load";

const { paths, load } = JSON.parse(await Bun.stdin.text());
const result = await runLoad(makeRequests(paths, 8_192), load);
process.stdout.write(JSON.stringify(result));
