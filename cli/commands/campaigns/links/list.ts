import { adminLinkSchema } from "@fairclick/core/clicks/operated-links";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { formatMicros, formatMoment } from "../../../output/format";
import { toTable } from "../../../output/table";

export const listLinksCommand = defineCommand({
  usage: "list",
  summary: "list links with their clicks and payments",
  about:
    "Lists the links of all creators, newest first. A creator is given by id, e-mail address or name. Needs a token with the scope links:read.",
  examples: ["links list --creator ann@example.com", "links list --disabled --json | jq -r .code"],
  options: (command) =>
    listOptions(command)
      .option("--campaign <id>", "only links of this campaign")
      .option("--creator <user>", "only links of this creator")
      .option("--disabled", "only disabled links"),
  input: z.object({
    ...listInput,
    campaign: z.string().optional(),
    creator: z.string().optional(),
    disabled: z.boolean().default(false),
  }),
  output: z.array(adminLinkSchema),
  run: (host, { campaign, creator, disabled, limit, ...target }) => {
    const api = openApi(host, target);
    const filter = {
      ...(campaign ? { campaign } : {}),
      ...(creator ? { creator } : {}),
      disabled: String(disabled),
    };
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.links.$get({ query: { ...filter, ...page } })),
    );
  },
  text: (links, paint) => {
    if (links.length === 0) return paint.faint("None found.");
    const rows = links.map(({ clicks, ...link }) => [
      link.code,
      formatMoment(link.joinedAt),
      link.creatorVerified ? `${link.creator} (verified)` : link.creator,
      String(clicks.total),
      String(clicks.valid),
      formatMicros(link.paidMicros),
      link.disabledBy ? `disabled by ${link.disabledBy}` : "live",
      link.campaign,
    ]);
    const headings = ["link", "joined", "creator", "clicks", "valid", "paid", "state", "campaign"];
    return toTable(headings, rows).join("\n");
  },
});
