import { finishedRecoverySchema } from "@fairclick/core/accounts/factors";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatMoment } from "../../../output/format";

export const finishRecoveryCommand = defineCommand({
  usage: "finish-recovery <user>",
  summary: "finish a recovery whose waiting period is over",
  about:
    "Removes the second factors and the password of an account, ends all its sessions, and mails a link that sets a new password. Without a mail server, prints the link instead; with one, the worker finishes recoveries by itself. A user is given by id, e-mail address or name. Needs a token with the scope users:recover.",
  examples: ['users finish-recovery ann@example.com --reason "The waiting period is over."'],
  options: (command) =>
    apiOptions(command).requiredOption("--reason <text>", "reason for the audit log"),
  input: z.object({ ...targetInput, user: z.string(), reason: z.string() }),
  output: finishedRecoverySchema,
  run: async (host, { user, reason, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.recoveries[":user"].finish.$post({ param: { user }, json: { reason } }),
    );
    return data;
  },
  text: ({ link }) =>
    link === null
      ? "Recovered. A link for a new password is mailed to the user."
      : `Recovered. The link for a new password, once, until ${formatMoment(link.expiresAt)}:\n${link.url}`,
});
