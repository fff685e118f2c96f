import { createProcessHost } from "./frame/process-host";
import { run } from "./program";

// EPIPE is no error: the reader, such as `head`, may close the pipe before the end.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : 1);
});

process.exitCode = await run(process.argv.slice(2), createProcessHost(process));
