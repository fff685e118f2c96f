/** Settings under which earnings can be withdrawn at once and no withdrawal waits for anything. */
export const instantPayouts = {
  depositHoldHours: 0,
  withdrawalReviewDollars: 0,
  withdrawalReviewFirst: false,
  unprovedPayoutDollars: 0,
  needsConfirmedEmail: false,
};
