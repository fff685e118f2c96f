import { countConversions as contract } from "@fairclick/core/jobs";
import { countConversions } from "@fairclick/services/conversions/count-conversions";
import { defineJob } from "../define-job";

export const countConversionsJob = defineJob(contract, { run: (ctx) => countConversions(ctx) });
