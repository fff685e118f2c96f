import { runProcess } from "@fairclick/services/run-process";
import { startApi } from "./start-api";

await runProcess({
  name: "api",
  env: process.env,
  startedMessage: "listening",
  portSetting: ({ port }) => ({ name: "PORT", port }),
  start: startApi,
});
