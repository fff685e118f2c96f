import { z } from "zod";
import { defineActs } from "../../../define-acts";

const readChannel = ({ channel }: Record<string, unknown>) => z.string().parse(channel);

export const decideChannelCommand = defineActs({
  usage: "<user> <channel>",
  summary: "verify a channel of a user, or take its mark away",
  about:
    "A user is given by id, e-mail address or name, a channel by its address, such as youtube.com/@ann. Needs a token with the scope users:write.",
  examples: ['creators decide verify ann x.com/ann --reason "She sent the code from the channel."'],
  optionsInput: { channel: z.string() },
  acts: {
    verify: {
      about:
        "Marks a channel as a user's, for channels whose description Fairclick cannot read. Another account that has the mark loses it, and both are notified.",
      send: ({ api }, user, json, given) =>
        api.admin.creators[":user"].verify.$post({
          param: { user },
          json: { ...json, channel: readChannel(given) },
        }),
    },
    revoke: {
      about:
        "Takes the mark of a channel away: only an operator can verify it for this user again. The user keeps the campaigns that they joined, and sees the reason.",
      send: ({ api }, user, json, given) =>
        api.admin.creators[":user"].revoke.$post({
          param: { user },
          json: { ...json, channel: readChannel(given) },
        }),
    },
  },
});
