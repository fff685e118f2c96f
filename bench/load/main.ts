/**
 * Runs one load in its own process: reads the order as JSON from stdin, writes the result as JSON
 * to stdout.
 */
import { makeRequests, pickPaths } from "./make-requests";
import { runLoad } from "./run-load";

const { paths, load } = JSON.parse(await Bun.stdin.text());
// With a rate, nobody clicks twice: a repeated click is refused and costs less than a paid one.
const different = load.rate === null ? 8_192 : Math.ceil(load.rate * load.seconds);
const requested = load.once ? paths : pickPaths(paths, different);
const result = await runLoad(makeRequests(requested), load);
process.stdout.write(JSON.stringify(result));
