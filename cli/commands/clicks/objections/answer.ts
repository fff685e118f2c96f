import { reversalCategories } from "@fairclick/core/clicks/decisions";
import { Option } from "commander";
import { z } from "zod";
import { defineChange } from "../../../define-change";

const answers = ["upheld", "dismissed"] as const;
const optionsInput = {
  state: z.enum(answers),
  category: z.enum(reversalCategories).default("other"),
};
const optionsSchema = z.object(optionsInput);

export const answerObjectionCommand = defineChange({
  usage: "answer <objection>",
  summary: "uphold or dismiss an objection",
  about:
    "Answers an objection; the developer sees the reason. Upholding reverses its clicks that are still paid: the money moves from the creators' earnings to the campaign's budget, or to the developer's wallet if the campaign has ended, and creators who have withdrawn it owe it. The creators see the category and the reason, and may appeal. Needs a token with the scope clicks:decide.",
  examples: [
    'objections answer 01900000-0000-7000-8000-000000000001 --state upheld --category bot_traffic --reason "One machine made all of them."',
    'objections answer 01900000-0000-7000-8000-000000000001 --state dismissed --reason "Half of these players came back the next day."',
  ],
  options: (command) =>
    command
      .addOption(new Option("--state <state>", "the answer").choices(answers).makeOptionMandatory())
      .addOption(
        new Option("--category <category>", "why the clicks are reversed")
          .choices(reversalCategories)
          .default("other"),
      ),
  optionsInput,
  send: (client, id, json, given) =>
    client.api.admin.objections[":id"].answer.$post({
      param: { id },
      json: { ...json, ...optionsSchema.parse(given) },
    }),
});
