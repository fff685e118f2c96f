import { forgetNotices as contract } from "@fairclick/core/jobs";
import { forgetNotices } from "@fairclick/services/notices/forget-notices";
import { defineJob } from "../define-job";

export const forgetNoticesJob = defineJob(contract, { run: (ctx) => forgetNotices(ctx) });
