import { sendAlerts as contract } from "@fairclick/core/jobs";
import { sendAlerts } from "@fairclick/services/operations/alerts";
import { defineJob } from "../define-job";

export const sendAlertsJob = defineJob(contract, {
  run: (ctx, _, { config, queue }) =>
    sendAlerts({
      ...ctx,
      webhookUrl: config.alertWebhookUrl,
      appUrl: config.appUrl,
      listQueues: queue.listFigures,
    }),
});
