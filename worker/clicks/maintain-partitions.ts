import { maintainPartitions as contract } from "@fairclick/core/jobs";
import { maintainPartitions } from "@fairclick/services/clicks/retain";
import { defineJob } from "../define-job";

export const maintainPartitionsJob = defineJob(contract, { run: (ctx) => maintainPartitions(ctx) });
