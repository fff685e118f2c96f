import { runProcess } from "@fairclick/services/run-process";

await runProcess({
  name: "api",
  env: process.env,
  startedMessage: "listening",
  // Loaded only by a process that does the work, not by one that runs several.
  start: async (config, log) => (await import("./start-api")).startApi(config, log),
});
