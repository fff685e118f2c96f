import { runProcess } from "@fairclick/services/run-process";

await runProcess({
  name: "worker",
  env: process.env,
  startedMessage: "working",
  // Loaded only by a process that does the work, not by one that runs several.
  start: async (config, log) => (await import("./start-worker")).startWorker(config, log),
});
