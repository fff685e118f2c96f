import { verdictFilters } from "@fairclick/core/clicks/flagged-clicks";
import {
  MAX_TOP_VALUES,
  topClicksResponseSchema,
  topKinds,
  topOrders,
} from "@fairclick/core/clicks/stats";
import { Option } from "commander";
import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { momentOption } from "../../moment";
import { toDollars, toMoment } from "../../output/describe-click";
import { describeCounted } from "../../output/describe-counted";
import { toTable } from "../../output/table";

const output = topClicksResponseSchema.omit({ status: true });

export const topClicksCommand = defineCommand({
  usage: "top",
  summary: "count clicks by address, network, device or another value",
  about:
    "Counts clicks of all verdicts by one value and shows the largest groups with their money, links and devices. Covers the last 7 days unless --from says otherwise. Clicks of a campaign, a creator or an IP address, and flagged clicks, are counted from the newest, up to 100,000; other clicks from a sample of all stored ones if there are too many. The last line says which. Needs a token with the scope clicks:read.",
  examples: [
    "clicks top --by /48 --verdict valid",
    "clicks top --by agent --campaign 01900000-0000-7000-8000-000000000001 --sort money",
    "clicks top --by creator --with asn --value 64496",
    "clicks top --by address --creator chris --json | jq -r '.data[] | select(.creators > 1) | .value'",
  ],
  options: (command) =>
    apiOptions(command)
      .addOption(
        new Option("--by <value>", "what to count by: /24 of IPv4, /48 and /56 of IPv6 addresses")
          .choices(topKinds)
          .makeOptionMandatory(),
      )
      .addOption(
        new Option(
          "--with <kind>",
          "only clicks with the value of this kind that --value names",
        ).choices(topKinds),
      )
      .option("--value <value>", "the value of --with, such as the number of an AS")
      .addOption(
        new Option("--sort <figure>", "what comes first; money is paid and held money")
          .choices(topOrders)
          .default("clicks"),
      )
      .addOption(new Option("--verdict <verdict>", "only this verdict").choices(verdictFilters))
      .option("--campaign <id>", "only clicks of this campaign")
      .option("--creator <creator>", "only clicks of this creator, by id or name")
      .option("--address <range>", "only clicks from this IP address or range")
      .option("--from <time>", "clicked at this time or later, such as 2h or 2026-01-31T12:00:00Z")
      .option("--to <time>", "clicked before this time")
      .option("--limit <count>", `maximum number of rows, up to ${MAX_TOP_VALUES}`, "30"),
  input: z.object({
    ...targetInput,
    by: z.enum(topKinds),
    with: z.enum(topKinds).optional(),
    value: z.string().optional(),
    sort: z.enum(topOrders),
    verdict: z.enum(verdictFilters).optional(),
    campaign: z.string().optional(),
    creator: z.string().optional(),
    address: z.string().optional(),
    from: momentOption.optional(),
    to: momentOption.optional(),
    limit: z.string(),
  }),
  output,
  run: async (host, { api, profile, ...query }) => {
    const { data, counted } = await openApi(host, { api, profile }).call((client) =>
      client.api.admin.clicks.top.$get({ query }),
    );
    return { data, counted };
  },
  text: ({ data, counted }, paint) => {
    const said = paint.faint(describeCounted(counted));
    if (data.length === 0) return `${paint.good("None found.")}\n${said}`;
    const rows = data.map((row) => [
      row.value,
      row.clicks.toLocaleString("en-US"),
      `${row.percent}%`,
      String(row.valid),
      String(row.held),
      String(row.invalid),
      toDollars(row.paidMicros),
      toDollars(row.heldMicros),
      String(row.links),
      String(row.creators),
      String(row.devices),
      toMoment(row.lastClickedAt),
    ]);
    const figures = ["clicks", "share", "valid", "held", "invalid", "paid", "reserved"];
    const headings = ["value", ...figures, "links", "creators", "devices", "last click"];
    return [...toTable(headings, rows), "", said].join("\n");
  },
});
