import { listedReversalSchema } from "@fairclick/core/clicks/click-decisions-schema";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { formatMicros, formatMoment } from "../../../output/format";
import { toTable } from "../../../output/table";

export const listReversals = defineCommand({
  usage: "list",
  summary: "list reversals that wait for a second operator",
  about:
    "Lists the reversals that operators requested and nobody has answered, newest first, and those whose approval was interrupted. Needs a token with the scope clicks:decide.",
  examples: ["reversals list", "reversals list --json | jq -r .id"],
  options: listOptions,
  input: z.object(listInput),
  output: z.array(listedReversalSchema),
  run: (host, { limit, ...target }) => {
    const api = openApi(host, target);
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.reversals.$get({ query: page })),
    );
  },
  text: (requests, paint) => {
    if (requests.length === 0) return paint.faint("None found.");
    const rows = requests.map((each) => [
      each.id,
      String(each.clicks),
      formatMicros(each.micros),
      each.requestedBy,
      formatMoment(each.expiresAt),
      each.approvedBy ?? "",
      each.reason,
    ]);
    const headings = ["id", "clicks", "takes back", "by", "expires", "interrupted", "reason"];
    return toTable(headings, rows).join("\n");
  },
});
