import { appealSchema, appealStates } from "@fairclick/core/clicks/appeals";
import { Option } from "commander";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { formatMicros, formatMoment } from "../../../output/format";

export const listAppealsCommand = defineCommand({
  usage: "list",
  summary: "list creators' appeals against invalid clicks",
  about:
    "Lists appeals with the creators' messages: open ones oldest first, others newest first. `clicks show` explains the verdict of a click. Needs a token with the scope clicks:read.",
  examples: ["appeals list", "appeals list --state declined --json | jq -r .answer"],
  options: (command) =>
    listOptions(command).addOption(
      new Option("--state <state>", "only appeals in this state")
        .choices(appealStates)
        .default("open"),
    ),
  input: z.object({ ...listInput, state: z.enum(appealStates) }),
  output: z.array(appealSchema),
  run: (host, { state, limit, ...target }) => {
    const api = openApi(host, target);
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.appeals.$get({ query: { state, ...page } })),
    );
  },
  text: (appeals, paint) => {
    if (appeals.length === 0) return paint.good("None found.");
    return appeals
      .map((appeal) =>
        [
          `${paint.strong(appeal.id)}  ${formatMoment(appeal.appealedAt)}  ${appeal.creator} on ${appeal.campaign}`,
          `  click  ${appeal.clickId}, ${appeal.verdict ?? "no longer kept"}${appeal.reason ? ` (${appeal.reason})` : ""}, ${formatMicros(appeal.micros)}`,
          `  says   ${appeal.text}`,
          ...(appeal.answer === null
            ? []
            : [`  ${appeal.state} by ${appeal.answeredBy}: ${appeal.answer}`]),
        ].join("\n"),
      )
      .join("\n\n");
  },
});
