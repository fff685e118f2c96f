import { judgeCreatorLinks } from "../clicks/judge-links";
import { lookUpAddress } from "../clicks/look-up-address";

/** Settings under which earnings can be withdrawn at once and no withdrawal waits for anything. */
export const instantPayouts = {
  depositHoldHours: 0,
  withdrawalReviewDollars: 0,
  withdrawalReviewFirst: false,
  unprovedPayoutDollars: 0,
  minWithdrawalDollars: 0,
  needsConfirmedEmail: false,
  checks: { judgeLinks: judgeCreatorLinks, lookUpAddress },
};
