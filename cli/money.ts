import { refunds, withdrawals } from "@fairclick/core/money/operated";
import { stripeEvents } from "@fairclick/core/money/stripe-events";
import type { Noun } from "./frame/command";
import { decideCommand, listCommand, showCommand } from "./frame/resource";
import { reportLedger, showAccount, traceWithdrawal, verifyLedger } from "./ledger";

export const moneyNouns: readonly Noun[] = [
  {
    name: "withdrawals",
    summary: "list, hold and retry withdrawals",
    commands: [listCommand(withdrawals), showCommand(withdrawals), decideCommand(withdrawals)],
  },
  {
    name: "refunds",
    summary: "list, hold and cancel refunds that developers requested",
    commands: [listCommand(refunds), showCommand(refunds), decideCommand(refunds)],
  },
  {
    name: "ledger",
    summary: "check the books, print statements and the month's report",
    commands: [verifyLedger, showAccount, reportLedger, traceWithdrawal],
  },
  {
    name: "stripe",
    summary: "list and retry events from Stripe",
    commands: [listCommand(stripeEvents, "events"), decideCommand(stripeEvents)],
  },
];
