import { z } from "zod";
import { defineNotice } from "./define-notice";

/** The address's host only: paths and queries of such addresses often hold secrets. */
const endpoint = z.object({ host: z.string() });

export const webhookAdded = defineNotice({
  kind: "webhook.added",
  topic: "account",
  event: "A webhook was added to your account",
  recipients: "the account's owner",
  mail: "always",
  schema: endpoint,
  text: ({ host }) => ({
    title: `Events of your account are sent to ${host}`,
    paragraphs: [
      "A webhook was added to your account. You need to do nothing if this was you.",
      "If it was not you, change your password and delete the webhook.",
    ],
    action: { label: "Open security settings", path: "/app/profile" },
  }),
});

export const webhookDisabled = defineNotice({
  kind: "webhook.disabled",
  topic: "account",
  event: "A webhook was disabled",
  recipients: "the account's owner",
  mail: "always",
  schema: endpoint.extend({ failures: z.number(), problem: z.string() }),
  text: ({ host, failures, problem }) => ({
    title: `The webhook to ${host} is disabled`,
    paragraphs: [
      `The last ${failures} attempts to send an event failed. The last one: ${problem}`,
      "Enable it again when its server works. You can then send the failed events again.",
    ],
    action: null,
  }),
});
