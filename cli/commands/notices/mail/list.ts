import { mailStates, operatedMailSchema } from "@fairclick/core/notices/mail";
import { Option } from "commander";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { formatMoment } from "../../../output/format";
import { toTable } from "../../../output/table";

export const listMailCommand = defineCommand({
  usage: "list",
  summary: "list addresses that get no mail, or mails that were given up",
  about:
    "Lists the addresses to which no mail is sent, because a mail server or an operator said so, or with --state failed the mails that were given up, newest first. Needs a token with the scope mail:read.",
  examples: ["mail list", "mail list --state failed --json | jq -r .problem"],
  options: (command) =>
    listOptions(command).addOption(
      new Option("--state <state>", "suppressed addresses or failed mails")
        .choices(mailStates)
        .default("suppressed"),
    ),
  input: z.object({ ...listInput, state: z.enum(mailStates) }),
  output: z.array(operatedMailSchema),
  run: (host, { state, limit, ...target }) => {
    const api = openApi(host, target);
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.mail.$get({ query: { state, ...page } })),
    );
  },
  text: (mails, paint) => {
    if (mails.length === 0) return paint.good("None found.");
    const rows = mails.map(({ address, kind, problem, at }) => [
      formatMoment(at),
      address ?? "operators, or a deleted account",
      kind ?? "all mails",
      problem,
    ]);
    return toTable(["since", "address", "mail", "reason"], rows).join("\n");
  },
});
