import { relatedUsersSchema } from "@fairclick/core/accounts/users";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { drawRelated, toDot } from "../../../output/draw-related";

export const relatedUsersCommand = defineCommand({
  usage: "related <user>",
  summary: "show the accounts that are tied to a user",
  about:
    "Shows the accounts that have something in common with a user, given by id, e-mail address or name, and those that have something in common with them: a bank account, card or payout account, a device or address where both were signed in, at least 5 paid clicks on the one's links from where the other was signed in, campaigns that pay each other's links. Then what their campaigns paid for each other's clicks. Sign-ins are known for about a day, those at a deposit for longer; addresses and devices of more than 10 people do not count. Needs a token with the scope users:read.",
  examples: ["users related chris", "users related chris --dot | dot -Tsvg > ring.svg"],
  options: (command) => apiOptions(command).option("--dot", "print a graph in the language DOT"),
  input: z.object({ ...targetInput, user: z.string(), dot: z.boolean().default(false) }),
  output: relatedUsersSchema.extend({ format: z.enum(["tree", "dot"]) }),
  run: async (host, { user, dot, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.users[":user"].related.$get({ param: { user } }),
    );
    return { ...data, format: dot ? ("dot" as const) : ("tree" as const) };
  },
  text: ({ format, ...related }) =>
    format === "dot" ? toDot(related) : drawRelated(related).join("\n"),
});
