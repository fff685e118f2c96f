/** Settings under which earnings can be withdrawn at once and no withdrawal waits for an operator. */
export const quickMoney = {
  earningsHoldHours: 0,
  withdrawalReviewDollars: 0,
  withdrawalReviewFirst: false,
};
