import type { Noun } from "../../define-command";
import { showAccount } from "./ledger/account";
import { reportLedger } from "./ledger/report";
import { traceWithdrawal } from "./ledger/trace";
import { verifyLedger } from "./ledger/verify";
import { decideRefundCommand } from "./refunds/decide";
import { listRefundsCommand } from "./refunds/list";
import { showRefundCommand } from "./refunds/show";
import { listStripeEvents } from "./stripe/events";
import { retryStripeEvent } from "./stripe/retry";
import { decideWithdrawalCommand } from "./withdrawals/decide";
import { listWithdrawalsCommand } from "./withdrawals/list";
import { showWithdrawalCommand } from "./withdrawals/show";

export const moneyNouns: readonly Noun[] = [
  {
    name: "withdrawals",
    summary: "list, hold and retry withdrawals",
    commands: [listWithdrawalsCommand, showWithdrawalCommand, decideWithdrawalCommand],
  },
  {
    name: "refunds",
    summary: "list, hold and cancel refunds that developers requested",
    commands: [listRefundsCommand, showRefundCommand, decideRefundCommand],
  },
  {
    name: "ledger",
    summary: "check the books, print statements and the month's report",
    commands: [verifyLedger, showAccount, reportLedger, traceWithdrawal],
  },
  {
    name: "stripe",
    summary: "list and retry events from Stripe",
    commands: [listStripeEvents, retryStripeEvent],
  },
];
