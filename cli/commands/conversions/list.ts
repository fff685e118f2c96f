import {
  adminConversionSchema,
  conversionStates,
} from "@fairclick/core/conversions/operated-conversions-schema";
import { Option } from "commander";
import { z } from "zod";
import { listInput, listOptions } from "../../connection/list-options";
import { openApi } from "../../connection/open-api";
import { readPages } from "../../connection/read-pages";
import { defineCommand } from "../../define-command";
import { momentOption } from "../../moment";
import { formatMicros, formatMoment } from "../../output/format";
import { toTable } from "../../output/table";

export const listConversionsCommand = defineCommand({
  usage: "list",
  summary: "list what games report about clicks",
  about:
    "Lists the reports of developers' servers, latest first. The state of a report follows its click: counted (valid), waiting (pending), held, or off (invalid or unpaid). A creator is given by id, e-mail address or name. Needs a token with the scope conversions:read.",
  examples: [
    "conversions list --campaign 01900000-0000-7000-8000-000000000001 --creator ann",
    "conversions list --click 01900000-0000-7000-8000-000000000002",
    "conversions list --event purchase --from 2026-01-31T00:00:00Z --limit 1000 --json | jq -r .valueMicros",
  ],
  options: (command) =>
    listOptions(command)
      .option("--campaign <id>", "only conversions of this campaign")
      .option("--creator <user>", "only conversions of this creator's clicks")
      .option("--click <id>", "only conversions of this click")
      .option("--event <name>", "only this event")
      .addOption(
        new Option("--state <state>", "only conversions in this state").choices(conversionStates),
      )
      .option("--from <time>", "received at this time or later, such as 2h or 2026-01-31T12:00:00Z")
      .option("--to <time>", "received before this time"),
  input: z.object({
    ...listInput,
    campaign: z.string().optional(),
    creator: z.string().optional(),
    click: z.string().optional(),
    event: z.string().optional(),
    state: z.enum(conversionStates).optional(),
    from: momentOption.optional(),
    to: momentOption.optional(),
  }),
  output: z.array(adminConversionSchema),
  run: (host, { limit, api: address, profile, ...filter }) => {
    const api = openApi(host, { api: address, profile });
    const query = Object.fromEntries(
      Object.entries(filter).filter(([, value]) => value !== undefined),
    );
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.conversions.$get({ query: { ...query, ...page } })),
    );
  },
  text: (conversions, paint) => {
    if (conversions.length === 0) return paint.faint("None found.");
    const rows = conversions.map((conversion) => [
      formatMoment(conversion.receivedAt),
      conversion.event,
      conversion.state,
      conversion.valueMicros === null ? "" : formatMicros(conversion.valueMicros),
      conversion.clickId,
      conversion.creator,
      conversion.campaign,
    ]);
    const headings = ["received", "event", "state", "value", "click", "creator", "campaign"];
    return toTable(headings, rows).join("\n");
  },
});
