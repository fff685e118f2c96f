import { z } from "zod";
import { t } from "../language/t";
import { defineNotice } from "./define-notice";

/** The address's host only: paths and queries of such addresses often hold secrets. */
const endpoint = z.object({ host: z.string() });

export const webhookAdded = defineNotice({
  kind: "webhook.added",
  topic: "account",
  event: () => t`A webhook was added to your account`,
  recipients: () => t`the account's owner`,
  mail: "always",
  schema: endpoint,
  text: ({ host }) => ({
    title: t`Events of your account are sent to ${host}`,
    paragraphs: [
      t`A webhook was added to your account. You need to do nothing if this was you.`,
      t`If it was not you, change your password and delete the webhook.`,
    ],
    action: { label: t`Open security settings`, path: "/app/profile" },
  }),
});

export const webhookDisabled = defineNotice({
  kind: "webhook.disabled",
  topic: "account",
  event: () => t`A webhook was disabled`,
  recipients: () => t`the account's owner`,
  mail: "always",
  schema: endpoint.extend({ failures: z.number(), problem: z.string() }),
  text: ({ host, failures, problem }) => ({
    title: t`The webhook to ${host} is disabled`,
    paragraphs: [
      t`The last ${failures} attempts to send an event failed. The last one: ${problem}`,
      t`Enable it again when its server works. You can then send the failed events again.`,
    ],
    action: null,
  }),
});
