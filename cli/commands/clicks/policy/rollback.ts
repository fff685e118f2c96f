import { z } from "zod";
import { defineChange } from "../../../define-change";
import { sinceInput, sinceOption } from "./since-option";

export const rollBackPolicyCommand = defineChange({
  usage: "rollback <version>",
  summary: "go back to the values of an earlier version",
  about:
    "Stores the values of an earlier version as a new version, which judges all clicks made from now on, or from --from on. Clicks that are judged keep their verdicts. It also replaces a version that is scheduled and has not started. Needs a token with the scope policy:write.",
  examples: ['policy rollback 10 --reason "version 11 holds a school"'],
  options: sinceOption,
  optionsInput: {
    ...sinceInput,
    version: z.string().regex(/^[1-9]\d{0,9}$/, { error: "must be the number of a version" }),
  },
  send: (client, version, json, given) =>
    client.api.admin.policy.rollback.$post({
      json: {
        ...json,
        ...z.object(sinceInput).parse(given),
        version: Number(version),
      },
    }),
});
