import { clickDetailSchema } from "@fairclick/core/clicks/flagged-clicks";
import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { describeClick } from "../../output/describe-click";

const LABEL_WIDTH = 14;

export const showClick = defineCommand({
  usage: "show <click>",
  summary: "show one click and explain its verdict",
  about:
    "Shows everything about a click: its signals with their evidence, its price, its creator's history, other clicks from the same IP address or device around that time, and the decisions about it. Needs a token with the scope clicks:read.",
  examples: [
    "clicks show 01900000-0000-7000-8000-000000000001",
    "clicks show 01900000-0000-7000-8000-000000000001 --json | jq '.evidence[]'",
  ],
  options: apiOptions,
  input: z.object({ ...targetInput, click: z.string() }),
  output: clickDetailSchema,
  run: async (host, { click: id, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.clicks[":id"].$get({ param: { id } }),
    );
    return data;
  },
  text: (click, paint) =>
    describeClick(click)
      .map(({ label, text, tone }) => {
        const line = tone ? paint[tone](text) : text;
        return label === undefined ? line : `  ${`${label} `.padEnd(LABEL_WIDTH)}${line}`;
      })
      .join("\n"),
});
