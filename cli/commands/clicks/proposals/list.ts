import { reversalProposalSchema } from "@fairclick/core/clicks/reversal-proposals-schema";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { formatMicros, formatMoment } from "../../../output/format";

export const listProposals = defineCommand({
  usage: "list",
  summary: "list paid clicks that newer address lists refuse",
  about:
    "When the address lists change, the clicks of the last 72 hours are looked up again. Lists the paid ones that would be invalid now, while their earnings wait. Nothing is reversed by itself: `clicks reverse` reverses them by id, `proposals dismiss` keeps them paid. Needs a token with the scope clicks:read.",
  examples: [
    "proposals list",
    "proposals list --limit 500 --json | jq -r .clickId | xargs fairclick clicks reverse --category bot_traffic --reason hosting",
  ],
  options: listOptions,
  input: z.object(listInput),
  output: z.array(reversalProposalSchema),
  run: (host, { limit, ...target }) => {
    const api = openApi(host, target);
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.proposals.$get({ query: page })),
    );
  },
  text: (proposals, paint) => {
    if (proposals.length === 0) return paint.good("None found.");
    return proposals
      .map((proposal) => {
        const { clickId, clickedAt, campaign, creator, address, signal, evidence } = proposal;
        const facts = Object.entries(evidence).map(([name, value]) => `${name} ${value}`);
        return [
          `${paint.strong(clickId)}  ${formatMoment(clickedAt)}  ${creator} on ${campaign}`,
          `  ${address ?? "address forgotten"}, paid ${formatMicros(proposal.paidMicros)}: now ${signal} (${facts.join(", ")})`,
        ].join("\n");
      })
      .join("\n");
  },
});
