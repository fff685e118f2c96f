import { forgetPresences as contract } from "@fairclick/core/jobs";
import { forgetPresences } from "@fairclick/services/accounts/forget-presences";
import { defineJob } from "../define-job";

export const forgetPresencesJob = defineJob(contract, { run: (ctx) => forgetPresences(ctx) });
