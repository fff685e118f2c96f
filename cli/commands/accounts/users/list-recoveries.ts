import { recoverySchema } from "@fairclick/core/accounts/factors";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { formatMoment } from "../../../output/format";
import { toTable } from "../../../output/table";

export const listRecoveriesCommand = defineCommand({
  usage: "recoveries",
  summary: "list open recoveries of accounts",
  about:
    "Lists the recoveries that operators requested, newest first, with the end of the waiting period. Needs a token with the scope users:recover.",
  examples: ["users recoveries", "users recoveries --json | jq -r .email"],
  options: listOptions,
  input: z.object(listInput),
  output: z.array(recoverySchema),
  run: (host, { limit, ...target }) => {
    const api = openApi(host, target);
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.recoveries.$get({ query: page })),
    );
  },
  text: (recoveries, paint) => {
    if (recoveries.length === 0) return paint.faint("None found.");
    const rows = recoveries.map((recovery) => [
      recovery.username,
      recovery.email,
      formatMoment(recovery.requestedAt),
      recovery.requestedBy,
      formatMoment(recovery.dueAt),
      recovery.reason,
    ]);
    const headings = ["user", "e-mail", "requested", "by", "due", "reason"];
    return toTable(headings, rows).join("\n");
  },
});
