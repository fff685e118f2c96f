import { adminRefundSchema, refundStates } from "@fairclick/core/money/refunds";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { formatMicros, formatMoment } from "../../../output/format";
import { toTable } from "../../../output/table";
import { formatRefundState } from "./format-refund-state";

export const listRefundsCommand = defineCommand({
  usage: "list",
  summary: "list requested refunds",
  about:
    "Lists the refunds that users requested, newest first. A user is given by id, e-mail address or name. Needs a token with the scope refunds:read.",
  examples: [
    "refunds list --state held",
    "refunds list --user dana --json | jq -r '[.id, .status, .failureReason] | @tsv'",
  ],
  options: (command) =>
    listOptions(command)
      .option("--user <user>", "only refunds of this user")
      .option("--state <state>", `only refunds in this state: ${refundStates.join(", ")}`),
  input: z.object({
    ...listInput,
    user: z.string().optional(),
    state: z.enum(refundStates, { error: `must be one of ${refundStates.join(", ")}` }).optional(),
  }),
  output: z.array(adminRefundSchema),
  run: (host, { user, state, limit, ...target }) => {
    const api = openApi(host, target);
    const filter = { ...(user ? { user } : {}), ...(state ? { state } : {}) };
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.refunds.$get({ query: { ...filter, ...page } })),
    );
  },
  text: (refunds, paint) => {
    if (refunds.length === 0) return paint.faint("None found.");
    const rows = refunds.map((refund) => [
      refund.id,
      formatMoment(refund.requestedAt),
      refund.username,
      formatMicros(refund.amountMicros),
      formatRefundState(refund),
    ]);
    return toTable(["refund", "requested", "user", "amount", "state"], rows).join("\n");
  },
});
