import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { type CliCommand, defineCommand } from "../../define-command";
import { createInspectSource } from "../../views/inspect/inspect-source";
import { type RunCommand, runScreen } from "../operations/run-screen";
import { filterInput, filterOptions, toQuery } from "./filter-options";

export function defineInspect(run: RunCommand): CliCommand {
  return defineCommand({
    usage: "inspect",
    summary: "review flagged clicks on a live screen",
    about:
      "Opens a live full-screen list of flagged clicks, or of those that the options select, with everything known about the selected one. You can narrow it to a creator, a link or an IP address, approve, reject or reverse a click, disable its link, suspend its creator, deny its IP address, and undo the last act. Every act requires a reason and shows its effect before you confirm it. Press ? for the keys. On exit it prints what you did. Needs a terminal of at least 80 × 24 and a token with the scope clicks:read; acts need clicks:decide, links:write, users:write and ip-data:write.",
    examples: ["inspect", 'inspect --verdict held --campaign "Tower of Tides" --from 2h'],
    options: filterOptions,
    canRepeat: false,
    input: filterInput,
    output: z.array(z.object({ text: z.string(), reason: z.string() })),
    run: async (host, input) => {
      const api = openApi(host, input);
      const filter = toQuery(input);
      const done = await runScreen(host, {
        target: input,
        run,
        createSource: (runWords) => createInspectSource({ api, run: runWords, filter }),
      });
      return [...done];
    },
    text: (done, paint) =>
      done.map(({ text, reason }) => `${text}. ${paint.faint(reason)}`).join("\n"),
  });
}
