import { reportSums as contract } from "@fairclick/core/jobs";
import { reportSums } from "@fairclick/services/notices/webhooks/report-sums";
import { defineJob } from "../define-job";

export const reportSumsJob = defineJob(contract, { run: (ctx) => reportSums(ctx) });
