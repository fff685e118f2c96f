import { adminWithdrawalSchema } from "@fairclick/core/money/withdrawals";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatFacts, formatMicros, formatMoment } from "../../../output/format";
import { formatWithdrawalState } from "./format-withdrawal-state";

export const showWithdrawalCommand = defineCommand({
  usage: "show <withdrawal>",
  summary: "show one withdrawal",
  about:
    "Shows one withdrawal: its state, its ids at Stripe, and what went wrong. Needs a token with the scope withdrawals:read.",
  examples: ["withdrawals show 01900000-0000-7000-8000-000000000001"],
  options: apiOptions,
  input: z.object({ ...targetInput, withdrawal: z.string() }),
  output: adminWithdrawalSchema,
  run: async (host, { withdrawal: id, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.withdrawals[":id"].$get({ param: { id } }),
    );
    return data;
  },
  text: (withdrawal, paint) =>
    formatFacts([
      ["withdrawal", withdrawal.id],
      ["user", `${paint.strong(withdrawal.username)} (${withdrawal.userId})`],
      ["amount", formatMicros(withdrawal.amountMicros)],
      ["state", formatWithdrawalState(withdrawal)],
      ["attempt", String(withdrawal.attempt)],
      ["requested", formatMoment(withdrawal.requestedAt)],
      ["completed", formatMoment(withdrawal.completedAt) || "no"],
      ["account", withdrawal.stripeAccountId],
      ["transfer", withdrawal.transferId ?? "none"],
      ["payout", withdrawal.payoutId ?? "none"],
      ["returned", formatMicros(withdrawal.returnedMicros)],
    ]),
});
