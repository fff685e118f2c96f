import { resetLinkSchema } from "@fairclick/core/accounts/users";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatMoment } from "../../../output/format";

export const resetLinkCommand = defineCommand({
  usage: "reset-link <user>",
  summary: "make a link that sets a new password",
  about:
    'Prints a link that lets a user choose a new password. It works once, within an hour. It is for users who forgot theirs, on servers without mail. Where the server sends mail, it is refused: the user chooses "Forgot password" there. For 72 hours, no money leaves the account. Make sure first that the person who asks is the account\'s owner. The user is notified that you made it, and the audit log names you; neither holds the link. A user is given by id, e-mail address or name. Needs a token with the scope users:recover.',
  examples: ['users reset-link ann@example.com --reason "Called from her number on file."'],
  options: (command) =>
    apiOptions(command).requiredOption("--reason <text>", "reason for the audit log"),
  input: z.object({ ...targetInput, user: z.string(), reason: z.string() }),
  output: resetLinkSchema,
  run: async (host, { user, reason, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.users[":user"]["reset-link"].$post({ param: { user }, json: { reason } }),
    );
    return data;
  },
  text: ({ url, expiresAt }) => `${url}\nWorks once, until ${formatMoment(expiresAt)}.`,
});
