import { z } from "zod";
import { defineChange } from "../../../define-change";

const named =
  "A user is given by id, e-mail address or name, a channel by its address, such as youtube.com/@ann.";
const scope = "Needs a token with the scope users:write.";
const optionsInput = { channel: z.string() };
const readChannel = ({ channel }: Record<string, unknown>) => z.string().parse(channel);

export const verifyCreatorCommand = defineChange({
  usage: "verify <user> <channel>",
  summary: "confirm that a channel belongs to a user",
  about: `Marks a channel as a user's, for channels whose description Fairclick cannot read. Another account that has the mark loses it, and both are notified. ${named} ${scope}`,
  examples: ['creators verify ann x.com/ann --reason "She sent the code from the channel."'],
  optionsInput,
  send: (client, user, json, given) =>
    client.api.admin.creators[":user"].verify.$post({
      param: { user },
      json: { ...json, channel: readChannel(given) },
    }),
});

export const revokeCreatorCommand = defineChange({
  usage: "revoke <user> <channel>",
  summary: "take the mark of a user's channel away",
  about: `Takes the mark of a channel away: only an operator can verify it for this user again. The user keeps the campaigns that they joined, and sees the reason. ${named} ${scope}`,
  examples: ['creators revoke ann youtube.com/@ann --reason "The channel was sold."'],
  optionsInput,
  send: (client, user, json, given) =>
    client.api.admin.creators[":user"].revoke.$post({
      param: { user },
      json: { ...json, channel: readChannel(given) },
    }),
});
