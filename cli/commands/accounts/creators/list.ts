import {
  describeChannel,
  type OperatedChannel,
  operatedChannelSchema,
} from "@fairclick/core/accounts/channels";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { formatMoment } from "../../../output/format";
import { toTable } from "../../../output/table";

export const listCreatorsCommand = defineCommand({
  usage: "list",
  summary: "list creators' channels",
  about:
    "Lists the channels that creators have added and that are not verified, with what the last check found, or with --verified those that are. Newest first. Needs a token with the scope users:read.",
  examples: ["creators list", "creators list --verified --json | jq -r .url"],
  options: (command) =>
    listOptions(command)
      .option("--verified", "only verified channels")
      .option("--user <user>", "only channels of this user"),
  input: z.object({
    ...listInput,
    verified: z.boolean().default(false),
    user: z.string().optional(),
  }),
  output: z.array(operatedChannelSchema),
  run: (host, { verified, user, limit, ...target }) => {
    const api = openApi(host, target);
    const filter = { verified: String(verified), ...(user ? { user } : {}) };
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.creators.$get({ query: { ...filter, ...page } })),
    );
  },
  text: (channels, paint) => {
    if (channels.length === 0) return paint.faint("None found.");
    const rows = channels.map((channel) => [
      formatMoment(channel.createdAt),
      channel.user,
      describeChannel(channel),
      channel.code,
      describeState(channel),
    ]);
    return toTable(["added", "user", "channel", "code", "state"], rows).join("\n");
  },
});

function describeState({ verifiedAt, verifiedBy, revokedAt, problem }: OperatedChannel) {
  if (revokedAt) return `revoked ${formatMoment(revokedAt)}`;
  if (verifiedAt) return `verified by ${verifiedBy} ${formatMoment(verifiedAt)}`;
  return problem ?? "not checked yet";
}
