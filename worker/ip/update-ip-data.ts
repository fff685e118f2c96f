import { updateIpData as contract } from "@fairclick/core/jobs";
import { updateIpData } from "@fairclick/services/ip/update-ip-data";
import { defineJob } from "../define-job";

/** A failed list is retried by the next job, others after this time. */
const DAY_MS = 23 * 3_600_000;

export const updateIpDataJob = defineJob(contract, {
  run: async (ctx, _payload, { config }) => {
    if (config.ipDataUrl === null) return;
    const reports = await updateIpData(ctx, { baseUrl: config.ipDataUrl, olderThanMs: DAY_MS });
    const problems = reports.filter(({ problem }) => problem !== null);
    if (problems.length > 0) ctx.log.warn({ problems }, "Some address lists could not be updated");
    else if (reports.length > 0) ctx.log.info({ lists: reports.length }, "Updated address lists");
  },
});
