import { z } from "zod";
import { formatExactDollars } from "../money/micros";
import { defineNotice } from "./define-notice";

const amount = z.object({ amountMicros: z.coerce.bigint() });

export const depositArrived = defineNotice({
  kind: "deposit.arrived",
  topic: "money",
  event: "A payment arrived",
  recipients: "the developer who paid",
  mail: "optional",
  schema: amount,
  text: ({ amountMicros }) => ({
    title: `${formatExactDollars(amountMicros)} arrived in your wallet`,
    paragraphs: ["Your payment is complete. You can fund a campaign with it now."],
    action: { label: "Open wallet", path: "/app/payments" },
  }),
});

export const withdrawalFailed = defineNotice({
  kind: "withdrawal.failed",
  topic: "money",
  event: "A withdrawal failed",
  recipients: "the creator who requested it",
  mail: "always",
  schema: amount.extend({ reason: z.string() }),
  text: ({ amountMicros, reason }) => ({
    title: `Your withdrawal of ${formatExactDollars(amountMicros)} failed`,
    paragraphs: [`Reason: ${reason}`, "The money is back in your earnings."],
    action: { label: "Open payouts", path: "/app/payments" },
  }),
});
