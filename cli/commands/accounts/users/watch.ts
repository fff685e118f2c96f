import { z } from "zod";
import { defineChange } from "../../../define-change";

const named = "A user is given by id, e-mail address or name.";
const scope = "Needs a token with the scope users:write.";
const optionsInput = { days: z.coerce.number({ error: "--days must be a number" }).optional() };
const optionsSchema = z.object(optionsInput);

export const watchUserCommand = defineChange({
  usage: "watch <user>",
  summary: "let a user's withdrawals wait while you look at the user",
  about: `Lets a user's withdrawals wait: new ones, requested or automatic, and one that has not been sent yet. A watch ends by itself: one operator can let withdrawals wait for 7 days from the start, and a different operator can renew the watch up to 14 days. The same user can be watched again 30 days after the start. The user reads that a withdrawal needs a security check and by when it goes on at the latest, and can cancel it. Links and clicks go on. ${named} ${scope}`,
  explain:
    "Waits: withdrawals that are not sent yet, and new ones. The user is notified of each, without the reason.\nGoes on: links, clicks, earnings. The user can cancel a withdrawal.",
  examples: [
    'users watch chris --reason "45 networks of one /48, asked the developer"',
    'users watch chris --days 2 --reason "shares a bank account with two others"',
  ],
  options: (command) => command.option("--days <days>", "how long, from now; 1 to 7, by default 7"),
  optionsInput,
  send: (client, user, json, given) => {
    const { days } = optionsSchema.parse(given);
    return client.api.admin.users[":user"].watch.$post({
      param: { user },
      json: { ...json, ...(days === undefined ? {} : { days }) },
    });
  },
});

export const unwatchUserCommand = defineChange({
  usage: "unwatch <user>",
  summary: "end a watch and let withdrawals go on",
  about: `Ends a watch before its time. Withdrawals that only the watch held are sent within a minute; those that wait for another check go on waiting. ${named} ${scope}`,
  explain: "Withdrawals that only the watch held are sent within a minute.",
  examples: ['users unwatch chris --reason "the traffic came from a video"'],
  send: (client, user, json) =>
    client.api.admin.users[":user"].unwatch.$post({ param: { user }, json }),
});
