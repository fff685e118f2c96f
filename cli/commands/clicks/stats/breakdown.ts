import {
  breakdownDimensions,
  breakdownItemSchema,
} from "@fairclick/core/clicks/stats-breakdown-schema";
import { Option } from "commander";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { defineCommand } from "../../../define-command";
import { formatApiDollars } from "../../../output/format";
import { toTable } from "../../../output/table";
import { timeInput, timeOptions, toTimeQuery } from "./time-options";

export const statsBreakdown = defineCommand({
  usage: "breakdown <campaign>",
  summary: "show clicks by country, device, browser or referrer",
  about:
    "Shows the judged clicks of a campaign, or of one creator's link, by country, device, browser or referrer, the most frequent first. The last line sums up all others; its value is null in JSON. Needs a token with the scope stats:read.",
  examples: [
    "stats breakdown 01900000-0000-7000-8000-000000000001",
    "stats breakdown 01900000-0000-7000-8000-000000000001 --by referrer --limit 100 --json | jq -r '[.value, .valid] | @tsv'",
  ],
  options: (command) =>
    timeOptions(command)
      .addOption(
        new Option("--by <dimension>", "how to group the clicks")
          .choices(breakdownDimensions)
          .default("country"),
      )
      .option("--limit <count>", "maximum number of groups, up to 100", "10"),
  input: z.object({ ...timeInput, by: z.enum(breakdownDimensions), limit: z.string() }),
  output: z.array(breakdownItemSchema.extend({ value: z.string().nullable() })),
  run: async (host, { campaign: id, by: dimension, limit, api, profile, ...given }) => {
    const { data } = await openApi(host, { api, profile }).call((client) =>
      client.api.admin.stats.campaigns[":id"].breakdown.$get({
        param: { id },
        query: { ...toTimeQuery(given), dimension, limit },
      }),
    );
    const { valid, invalid, held, unpaid } = data.rest;
    const others = valid + invalid + held + unpaid > 0 ? [{ ...data.rest, value: null }] : [];
    return [...data.items, ...others];
  },
  text: (items, paint) => {
    if (items.length === 0) return paint.faint("No judged clicks in this period.");
    const rows = items.map(({ value, valid, invalid, held, unpaid, spend }) => [
      value === null ? "all others" : value,
      ...[valid, invalid, held, unpaid].map(String),
      formatApiDollars(spend),
    ]);
    const headings = ["", "valid", "invalid", "held", "unpaid", "spend"];
    return toTable(headings, rows).join("\n");
  },
});
