import { seriesPointSchema } from "@fairclick/core/clicks/stats-series-schema";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { defineCommand } from "../../../define-command";
import { formatApiDollars, formatMoment } from "../../../output/format";
import { toTable } from "../../../output/table";
import { timeInput, timeOptions, toTimeQuery } from "./time-options";

export const statsSeries = defineCommand({
  usage: "series <campaign>",
  summary: "show clicks, impressions and conversions over time",
  about:
    "Shows a campaign, or one creator's link, per day or hour of a time zone, including steps without any activity. A conversion counts at the time of its click. Needs a token with the scope stats:read.",
  examples: [
    "stats series 01900000-0000-7000-8000-000000000001",
    "stats series 01900000-0000-7000-8000-000000000001 --creator ann --time-zone Asia/Kolkata --json | jq -c '[.at, .conversions]'",
  ],
  options: timeOptions,
  input: z.object(timeInput),
  output: z.array(seriesPointSchema),
  run: async (host, { campaign: id, api, profile, ...given }) => {
    const { data } = await openApi(host, { api, profile }).call((client) =>
      client.api.admin.stats.campaigns[":id"].series.$get({
        param: { id },
        query: toTimeQuery(given),
      }),
    );
    return data.points;
  },
  text: (points) => {
    const rows = points.map((point) => [
      formatMoment(point.at),
      String(point.impressions),
      String(point.valid),
      String(point.invalid),
      String(point.held),
      String(point.unpaid),
      String(point.pending),
      String(point.conversions),
      formatApiDollars(point.spend),
    ]);
    const clicks = ["valid", "invalid", "held", "unpaid", "pending"];
    const headings = ["begins (UTC)", "impressions", ...clicks, "conversions", "spend"];
    return toTable(headings, rows).join("\n");
  },
});
