import { measureDevelopers as contract } from "@fairclick/core/jobs";
import { measureDevelopers } from "@fairclick/services/campaigns/measure-developers";
import { defineJob } from "../define-job";

export const measureDevelopersJob = defineJob(contract, { run: measureDevelopers });
