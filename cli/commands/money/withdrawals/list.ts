import { adminWithdrawalSchema, withdrawalStates } from "@fairclick/core/money/withdrawals";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { formatMicros, formatMoment } from "../../../output/format";
import { toTable } from "../../../output/table";
import { formatWithdrawalState } from "./format-withdrawal-state";

export const listWithdrawalsCommand = defineCommand({
  usage: "list",
  summary: "list withdrawals",
  about:
    "Lists the withdrawals of all users, newest first. A user is given by id, e-mail address or name. Needs a token with the scope withdrawals:read.",
  examples: [
    "withdrawals list --state held",
    "withdrawals list --user ann --json | jq -r '[.id, .status, .failureReason] | @tsv'",
  ],
  options: (command) =>
    listOptions(command)
      .option("--user <user>", "only withdrawals of this user")
      .option("--state <state>", `only withdrawals in this state: ${withdrawalStates.join(", ")}`),
  input: z.object({
    ...listInput,
    user: z.string().optional(),
    state: z
      .enum(withdrawalStates, { error: `must be one of ${withdrawalStates.join(", ")}` })
      .optional(),
  }),
  output: z.array(adminWithdrawalSchema),
  run: (host, { user, state, limit, ...target }) => {
    const api = openApi(host, target);
    const filter = { ...(user ? { user } : {}), ...(state ? { state } : {}) };
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.withdrawals.$get({ query: { ...filter, ...page } })),
    );
  },
  text: (withdrawals, paint) => {
    if (withdrawals.length === 0) return paint.faint("None found.");
    const rows = withdrawals.map((withdrawal) => [
      withdrawal.id,
      formatMoment(withdrawal.requestedAt),
      withdrawal.username,
      formatMicros(withdrawal.amountMicros),
      formatWithdrawalState(withdrawal),
    ]);
    return toTable(["withdrawal", "requested", "user", "amount", "state"], rows).join("\n");
  },
});
