import { listedClickSchema, MAX_CLICKS_A_PAGE } from "@fairclick/core/clicks/flagged-clicks";
import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { defineCommand } from "../../define-command";
import { toDollars, toMoment } from "../../output/describe-click";
import { toTable } from "../../output/table";
import { filterInput, filterOptions, toQuery } from "./filter-options";

export const listClicks = defineCommand({
  usage: "list",
  summary: "list flagged clicks",
  about:
    "Lists held and invalid clicks, newest first, each with the signal that decided its verdict. Other verdicts (--verdict valid, unpaid or any) need one link (--campaign and --creator) or one IP address. Needs a token with the scope clicks:read.",
  examples: [
    "clicks list",
    "clicks list --verdict held --signal vpn --campaign 01900000-0000-7000-8000-000000000001",
    "clicks list --address 203.0.113.0/24 --from 2026-01-31T00:00:00Z --json | jq -r .id",
  ],
  options: (command) =>
    filterOptions(command).option(
      "--limit <count>",
      `maximum number of clicks, up to ${MAX_CLICKS_A_PAGE}`,
      "50",
    ),
  input: filterInput.extend({ limit: z.string() }),
  output: z.array(listedClickSchema),
  run: async (host, { limit, ...input }) => {
    const { data, nextCursor } = await openApi(host, input).call((client) =>
      client.api.admin.clicks.$get({ query: { ...toQuery(input), limit } }),
    );
    if (nextCursor) host.remark("More clicks match: use --limit, --to or `clicks export`.\n");
    return data;
  },
  text: (clicks, paint) => {
    if (clicks.length === 0) return paint.good("None found.");
    const headings = [
      "click",
      "clicked",
      "verdict",
      "reason",
      "address",
      "price",
      "creator",
      "campaign",
    ];
    const rows = clicks.map((click) => [
      click.id,
      toMoment(click.clickedAt),
      click.verdict + (click.appeal === "open" ? " !" : ""),
      click.reason ?? "",
      click.address ?? "",
      toDollars(click.priceMicros),
      click.creatorName,
      click.campaignName,
    ]);
    const appeals = clicks.some(({ appeal }) => appeal === "open");
    return [
      ...toTable(headings, rows),
      ...(appeals ? ["", paint.warn("! has an open appeal.")] : []),
    ].join("\n");
  },
});
