import { refunds, withdrawals } from "@fairclick/core/money/operated";
import {
  cancelRefund,
  getRefund,
  holdRefund,
  listRefunds,
  releaseRefund,
  retryRefund,
} from "@fairclick/services/money/operate-refunds";
import {
  getWithdrawal,
  holdWithdrawal,
  listWithdrawals,
  releaseWithdrawal,
  retryWithdrawal,
} from "@fairclick/services/money/operate-withdrawals";
import { resourceRoutes } from "../resource-routes";

export const adminWithdrawalRoutes = resourceRoutes(withdrawals, {
  list: listWithdrawals,
  show: getWithdrawal,
  acts: { hold: holdWithdrawal, release: releaseWithdrawal, retry: retryWithdrawal },
});

export const adminRefundRoutes = resourceRoutes(refunds, {
  list: listRefunds,
  show: getRefund,
  acts: { hold: holdRefund, release: releaseRefund, retry: retryRefund, cancel: cancelRefund },
});
