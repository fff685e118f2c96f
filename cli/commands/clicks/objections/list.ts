import { objectionStates } from "@fairclick/core/clicks/objections";
import { objectionSchema } from "@fairclick/core/clicks/objections-schema";
import { Option } from "commander";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { describeObjection } from "./describe-objection";

export const listObjectionsCommand = defineCommand({
  usage: "list",
  summary: "list developers' objections to paid clicks",
  about:
    "Lists objections with the developers' messages and records: open ones oldest first, others newest first. Needs a token with the scope clicks:read.",
  examples: ["objections list", "objections list --state upheld --json | jq -r .answer"],
  options: (command) =>
    listOptions(command).addOption(
      new Option("--state <state>", "only objections in this state")
        .choices(objectionStates)
        .default("open"),
    ),
  input: z.object({ ...listInput, state: z.enum(objectionStates) }),
  output: z.array(objectionSchema),
  run: (host, { state, limit, ...target }) => {
    const api = openApi(host, target);
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.objections.$get({ query: { state, ...page } })),
    );
  },
  text: (objections, paint) => {
    if (objections.length === 0) return paint.good("None found.");
    return objections.map((each) => describeObjection(each, paint).join("\n")).join("\n\n");
  },
});
