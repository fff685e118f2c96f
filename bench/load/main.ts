/** One measured load from a process of its own: reads what to do as JSON, writes what happened as JSON. */
import { makeRequests, pickPaths } from "./make-requests";
import { runLoad } from "./run-load";

const { paths, load } = JSON.parse(await Bun.stdin.text());
const followed = load.once ? paths : pickPaths(paths, 8_192);
const result = await runLoad(makeRequests(followed), load);
process.stdout.write(JSON.stringify(result));
