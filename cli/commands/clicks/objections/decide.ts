import { reversalCategories } from "@fairclick/core/clicks/decisions";
import { Option } from "commander";
import { z } from "zod";
import { defineActs } from "../../../define-acts";

const optionsInput = { category: z.enum(reversalCategories).default("other") };
const optionsSchema = z.object(optionsInput);

export const decideObjectionCommand = defineActs({
  usage: "<objection>",
  summary: "uphold or dismiss an objection",
  about: "The developer sees the reason. Needs a token with the scope clicks:decide.",
  examples: [
    'objections decide uphold 01900000-0000-7000-8000-000000000001 --category bot_traffic --reason "One machine made all of them."',
  ],
  options: (command) =>
    command.addOption(
      new Option("--category <category>", "why the clicks are reversed")
        .choices(reversalCategories)
        .default("other"),
    ),
  optionsInput,
  acts: {
    uphold: {
      about:
        "Reverses its clicks that are still paid: the money moves from the creators' earnings to the campaign's budget, or to the developer's wallet if the campaign has ended, and creators who have withdrawn it owe it. The creators see the category and the reason, and may appeal.",
      send: ({ api }, id, json, given) =>
        api.admin.objections[":id"].answer.$post({
          param: { id },
          json: { ...json, ...optionsSchema.parse(given), state: "upheld" },
        }),
    },
    dismiss: {
      about: "The clicks stay paid.",
      send: ({ api }, id, json, given) =>
        api.admin.objections[":id"].answer.$post({
          param: { id },
          json: { ...json, ...optionsSchema.parse(given), state: "dismissed" },
        }),
    },
  },
});
