import type { Noun } from "../../define-command";
import { migrateDatabase } from "./db/migrate";
import { addOperatorCommand } from "./operators/add";
import { listOperatorsCommand } from "./operators/list";
import { revokeOperatorCommand } from "./operators/revoke";
import { drainQueueCommand, replayRecordedCommand } from "./queues/act";
import { decideJobsCommand } from "./queues/decide";
import { listFailedJobsCommand } from "./queues/failed";
import { listQueuesCommand } from "./queues/list";
import { listParkedJobsCommand } from "./queues/parked";

export const operationsNouns: readonly Noun[] = [
  {
    name: "queues",
    summary: "inspect and repair the job queues",
    commands: [
      listQueuesCommand,
      listFailedJobsCommand,
      listParkedJobsCommand,
      decideJobsCommand,
      drainQueueCommand,
      replayRecordedCommand,
    ],
  },
  {
    name: "operators",
    summary: "list, add and revoke operators and their tokens",
    commands: [listOperatorsCommand, addOperatorCommand, revokeOperatorCommand],
  },
  {
    name: "db",
    summary: "migrate the database",
    commands: [migrateDatabase],
  },
];
