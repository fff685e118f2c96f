/**
 * Runs one load in its own process: reads the order as JSON from stdin, writes the result as JSON
 * to stdout.
 */
import { makeRequests, pickPaths } from "./make-requests";
import { runLoad } from "./run-load";

const { paths, load } = JSON.parse(await Bun.stdin.text());
const requested = load.once ? paths : pickPaths(paths, 8_192);
const result = await runLoad(makeRequests(requested), load);
process.stdout.write(JSON.stringify(result));
