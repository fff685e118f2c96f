import { stored } from "../language/stored-text";

/** Memos of ledger transactions, which the owners of their accounts read. */
export const ledgerMemos = {
  debtPaid: stored`Paid towards clicks that were reversed`,
  lossPaid: stored`Paid the debt of a deposit that was reversed.`,
  lossReturned: stored`Returned, because the reversal of a deposit was undone.`,
};
