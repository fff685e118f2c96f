import { runProcess } from "@fairclick/services/run-process";
import { startWorker } from "./start-worker";

await runProcess({
  name: "worker",
  env: process.env,
  startedMessage: "working",
  portSetting: ({ workerPort }) => ({ name: "WORKER_PORT", port: workerPort }),
  start: startWorker,
});
