import { dollarsFromMicros } from "@fairclick/core/amounts";
import {
  DEBIT_REFUND_DAYS,
  type RefundableResponse,
  type RefundSource,
} from "@fairclick/core/money/refunds";
import type { Refundable } from "@fairclick/services/money/refunds";

export function presentRefundable(refundable: Refundable): RefundableResponse {
  return {
    walletBalance: dollarsFromMicros(refundable.walletMicros),
    refundable: dollarsFromMicros(refundable.refundableMicros),
    windowDays: DEBIT_REFUND_DAYS,
    deposits: refundable.deposits.map(presentRefundSource),
  };
}

export function presentRefundSource(deposit: Refundable["deposits"][number]): RefundSource {
  return {
    _id: deposit.id,
    paidAt: deposit.completedAt.toISOString(),
    amount: dollarsFromMicros(deposit.amountMicros),
    refundable: dollarsFromMicros(deposit.refundableMicros),
    card:
      deposit.cardBrand || deposit.cardLast4
        ? { brand: deposit.cardBrand, last4: deposit.cardLast4 }
        : null,
  };
}
