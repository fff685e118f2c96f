import { measureRules as contract } from "@fairclick/core/jobs";
import { measureRules } from "@fairclick/services/conversions/measure-rules";
import { defineJob } from "../define-job";

export const measureRulesJob = defineJob(contract, { run: measureRules });
