import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { CliError } from "../../failures";

export const inspect = defineCommand({
  usage: "inspect",
  summary: "look at flagged clicks, and act",
  about:
    "Shows flagged clicks over the whole screen, live: filter them, group them by link or address, see all that is known of each, approve, reject or take them back, disable links, suspend creators, deny addresses, and take back what was done. Every act asks why and shows what it will change first. Press ? for the keys. Afterwards it prints what was done. Needs a terminal of at least 80 × 24 and a token with the scope clicks:read; acts need clicks:decide, links:write, users:write and ip-data:write.",
  examples: ["inspect", "inspect --profile production"],
  options: apiOptions,
  input: z.object(targetInput),
  output: z.array(z.object({ act: z.string(), text: z.string(), reason: z.string() })),
  run: async (host, target) => {
    if (!host.terminal) {
      throw new CliError(
        "validation",
        "This takes the whole screen of a terminal, and there is none.",
        "`fairclick clicks list` and `fairclick clicks show` tell the same in a pipe.",
      );
    }
    const done = await host.terminal.inspect(openApi(host, target));
    return done.map(({ act, text }) => ({ act: act.kind, text, reason: act.reason }));
  },
  text: (done, paint) =>
    done.map(({ text, reason }) => `${text} ${paint.faint(reason)}`).join("\n"),
});
