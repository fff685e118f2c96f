import { adminCampaignSchema } from "@fairclick/core/campaigns/operated";
import { z } from "zod";
import { listInput, listOptions } from "../../connection/list-options";
import { openApi } from "../../connection/open-api";
import { readPages } from "../../connection/read-pages";
import { defineCommand } from "../../define-command";
import { formatMicros } from "../../output/format";
import { toTable } from "../../output/table";

export const listCampaignsCommand = defineCommand({
  usage: "list",
  summary: "list campaigns with their money and clicks",
  about:
    "Lists the campaigns of all developers, newest first, including unfunded ones. A developer is given by id, e-mail address or name. Needs a token with the scope campaigns:read.",
  examples: [
    "campaigns list --search obby",
    "campaigns list --stopped --json | jq -r '[.id, .forcedPauseReason] | @tsv'",
  ],
  options: (command) =>
    listOptions(command)
      .option("--developer <user>", "only campaigns of this developer")
      .option("--search <text>", "only campaigns whose name or game name contains this text")
      .option("--stopped", "only campaigns that an operator or the platform stopped"),
  input: z.object({
    ...listInput,
    developer: z.string().optional(),
    search: z.string().optional(),
    stopped: z.boolean().default(false),
  }),
  output: z.array(adminCampaignSchema),
  run: (host, { developer, search, stopped, limit, ...target }) => {
    const api = openApi(host, target);
    const filter = {
      ...(developer ? { developer } : {}),
      ...(search ? { search } : {}),
      stopped: String(stopped),
    };
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.campaigns.$get({ query: { ...filter, ...page } })),
    );
  },
  text: (campaigns, paint) => {
    if (campaigns.length === 0) return paint.faint("None found.");
    const rows = campaigns.map(({ clicks, ...campaign }) => [
      campaign.id,
      campaign.status,
      campaign.developer,
      formatMicros(campaign.budgetMicros),
      formatMicros(campaign.escrowMicros),
      formatMicros(campaign.paidMicros),
      String(clicks.total),
      String(clicks.valid),
      campaign.name,
    ]);
    const money = ["budget", "left", "paid"];
    const headings = ["campaign", "status", "developer", ...money, "clicks", "valid", "name"];
    return toTable(headings, rows).join("\n");
  },
});
