import { adminRefundSchema } from "@fairclick/core/money/refunds";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatFacts, formatMicros, formatMoment } from "../../../output/format";
import { formatRefundState } from "./format-refund-state";

export const showRefundCommand = defineCommand({
  usage: "show <refund>",
  summary: "show one refund",
  about:
    "Shows one refund: its state, its ids at Stripe, and what went wrong. Needs a token with the scope refunds:read.",
  examples: ["refunds show 01900000-0000-7000-8000-000000000001"],
  options: apiOptions,
  input: z.object({ ...targetInput, refund: z.string() }),
  output: adminRefundSchema,
  run: async (host, { refund: id, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.refunds[":id"].$get({ param: { id } }),
    );
    return data;
  },
  text: (refund, paint) =>
    formatFacts([
      ["refund", refund.id],
      ["user", `${paint.strong(refund.username)} (${refund.userId})`],
      ["amount", formatMicros(refund.amountMicros)],
      ["state", formatRefundState(refund)],
      ["attempt", String(refund.attempt)],
      ["requested", formatMoment(refund.requestedAt)],
      ["deposit", refund.depositId],
      ["payment", refund.paymentIntentId],
      ["refund at Stripe", refund.stripeRefundId ?? "none"],
    ]),
});
