import { countConversions as contract } from "@fairclick/core/jobs";
import { countConversions } from "@fairclick/services/conversions/measure-rules";
import { defineJob } from "../define-job";

export const countConversionsJob = defineJob(contract, { run: (ctx) => countConversions(ctx) });
