import { z } from "zod";
import { defineChange } from "../../../define-change";

const optionsInput = { month: z.string() };
const optionsSchema = z.object(optionsInput);

export const setBirthCommand = defineChange({
  usage: "set-birth <user>",
  summary: "correct a user's month of birth",
  about:
    "Corrects the month of birth, which users enter once and cannot change. Below 13 years the account can do nothing with campaigns or money; below 18 nothing is paid out. A user is given by id, e-mail address or name. Needs a token with the scope users:write.",
  examples: [
    'users set-birth ann@example.com --month 2001-07 --reason "Mail of 3 May: passport shown."',
  ],
  options: (command) =>
    command.requiredOption("--month <year-month>", "year and month of birth, such as 2001-07"),
  optionsInput,
  send: (client, user, json, given) =>
    client.api.admin.users[":user"]["set-birth"].$post({
      param: { user },
      json: { ...json, birthMonth: optionsSchema.parse(given).month },
    }),
});
