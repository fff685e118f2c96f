import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { deleteSavedFilter, readSavedFilters, saveFilter } from "../../connection/saved-filters";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { CliError } from "../../failures";
import { actName } from "../../views/inspect/describe-plan";

export const inspect = defineCommand({
  usage: "inspect",
  summary: "review flagged clicks on a live screen",
  about:
    "Opens a live full-screen view of flagged clicks. You can filter them and save filters, group them by link or IP address, rank all links by what is odd in their paid clicks, count clicks of all verdicts by network, AS, device and user agent, see a link's clicks over time, the accounts that are related to a creator and every detail, mark rows, approve, reject or reverse clicks, disable links, suspend creators, deny IP addresses, and undo an act. An act applies to all marked rows. Every act requires a reason and shows its effect before you confirm it. Press ? for the keys. The mouse selects, marks, scrolls and sorts. On exit it prints what you did. Needs a terminal of at least 80 × 24 and a token with the scope clicks:read, and users:read for related accounts; acts need clicks:decide, links:write, users:write and ip-data:write.",
  examples: ["inspect", "inspect --profile production", "inspect --no-mouse"],
  options: (command) =>
    apiOptions(command).option(
      "--no-mouse",
      "leave the mouse to the terminal, which then selects text",
    ),
  canRepeat: false,
  input: z.object({ ...targetInput, mouse: z.boolean().default(true) }),
  output: z.array(z.object({ act: z.string(), text: z.string(), reason: z.string() })),
  run: async (host, { mouse: hasMouse, ...target }) => {
    if (!host.terminal) {
      throw new CliError(
        "validation",
        "This command needs an interactive terminal.",
        "In a pipe, use `fairclick clicks list` and `fairclick clicks show`.",
      );
    }
    const store = {
      read: () => readSavedFilters(host.env),
      save: (filter: { name: string; text: string }) => saveFilter(host.env, filter),
      remove: (name: string) => deleteSavedFilter(host.env, name),
    };
    const done = await host.terminal.inspect(openApi(host, target), { hasMouse, store });
    return done.map(({ act, text }) => ({ act: actName(act), text, reason: act.reason }));
  },
  text: (done, paint) =>
    done.map(({ text, reason }) => `${text} ${paint.faint(reason)}`).join("\n"),
});
