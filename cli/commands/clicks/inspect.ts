import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { CliError } from "../../failures";
import { actName } from "../../views/inspect/describe-plan";

export const inspect = defineCommand({
  usage: "inspect",
  summary: "review flagged clicks on a live screen",
  about:
    "Opens a live full-screen view of flagged clicks. You can filter them, group them by link or IP address, rank all links by what is odd in their paid clicks, count clicks of all verdicts by network, AS, device and user agent, see the accounts that are related to a creator and every detail, approve, reject or reverse them, disable links, suspend creators, deny IP addresses, and undo an act. Every act requires a reason and shows its effect before you confirm it. Press ? for the keys. On exit it prints what you did. Needs a terminal of at least 80 × 24 and a token with the scope clicks:read, and users:read for related accounts; acts need clicks:decide, links:write, users:write and ip-data:write.",
  examples: ["inspect", "inspect --profile production"],
  options: apiOptions,
  canRepeat: false,
  input: z.object(targetInput),
  output: z.array(z.object({ act: z.string(), text: z.string(), reason: z.string() })),
  run: async (host, target) => {
    if (!host.terminal) {
      throw new CliError(
        "validation",
        "This command needs an interactive terminal.",
        "In a pipe, use `fairclick clicks list` and `fairclick clicks show`.",
      );
    }
    const done = await host.terminal.inspect(openApi(host, target));
    return done.map(({ act, text }) => ({ act: actName(act), text, reason: act.reason }));
  },
  text: (done, paint) =>
    done.map(({ text, reason }) => `${text} ${paint.faint(reason)}`).join("\n"),
});
