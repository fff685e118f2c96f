import { pageResponseSchema } from "@fairclick/core/operations/pages-schema";
import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { CliError } from "../../failures";

export const openCommand = defineCommand({
  usage: "open <what>",
  summary: "open the web page of a campaign, link or click",
  about:
    "Prints the address of a page in the web app, and opens it in your browser. A campaign is given by its id or name, a link by its code, a click by its id. A link leads to the page of its campaign, because opening the link itself would be a click; a click leads to the page where its creator sees the receipt. Nothing is opened with --print, or if the output is not a terminal. Needs a token with the scope campaigns:read.",
  examples: ['open "Tower of Tides"', "open kXw3Zp0q --print"],
  options: (command) => apiOptions(command).option("--print", "only print the address"),
  input: z.object({ ...targetInput, what: z.string(), print: z.boolean().default(false) }),
  output: pageResponseSchema.shape.data,
  canRepeat: false,
  run: async (host, { what, print, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.pages.$get({ query: { what } }),
    );
    requireWebAddress(data.url);
    if (!print && host.terminal && !(await host.terminal.openPage(data.url))) {
      host.remark("No browser could be started: open the address yourself.\n");
    }
    return data;
  },
  text: ({ url, about }, paint) => `${url}\n${paint.faint(about)}`,
});

/** The program that opens an address would also run files and other schemes. */
function requireWebAddress(url: string): void {
  const { protocol } = URL.parse(url) ?? {};
  if (protocol === "https:" || protocol === "http:") return;
  throw new CliError(
    "internal",
    "The server did not answer with the address of a web page.",
    "Check APP_URL on the server.",
  );
}
