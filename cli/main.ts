import { createProcessHost } from "./process-host";
import { run } from "./run";

// Who reads our output may stop listening before the end, as `head` does: nothing is wrong then.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : 1);
});

process.exitCode = await run(process.argv.slice(2), createProcessHost(process));
