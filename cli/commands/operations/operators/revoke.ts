import { z } from "zod";
import { defineChange } from "../../../define-change";

const optionsInput = { token: z.string().optional() };
const optionsSchema = z.object(optionsInput);

export const revokeOperatorCommand = defineChange({
  usage: "revoke <operator>",
  summary: "end an operator's access",
  about:
    "Revokes all tokens of an operator, or one of them. They end at once; `operators add` makes a new one. Needs a token with the scope operators:revoke.",
  examples: [
    'operators revoke ann --reason "left the company"',
    'operators revoke ann --token 9f2c41d0 --reason "the laptop was stolen"',
  ],
  options: (command) =>
    command.option("--token <digits>", "only this token, as `operators list` shows it"),
  optionsInput,
  send: (client, name, json, given) => {
    const { token } = optionsSchema.parse(given);
    return client.api.admin.operators[":name"].revoke.$post({
      param: { name },
      json: { ...json, ...(token ? { token } : {}) },
    });
  },
});
