import { releaseFunds } from "../balance/balance-transaction";
import { expireSession } from "../checkout/expire-session";
import { finishDebit } from "../checkout/finish-debit";
import { openDueDispute } from "../payments/dispute";
import { landPayout, sendPayout, startAutomaticPayout } from "../payouts/payout-life";
import type { Task } from "./timers";
import type { World } from "./world";

export function performTask(world: World, task: Task): void {
  switch (task.kind) {
    case "expire_session":
      expireSession(world, task.session);
      break;
    case "finish_debit":
      finishDebit(world, task.session, task.succeeds);
      break;
    case "open_dispute":
      openDueDispute(world, task.charge);
      break;
    case "release_funds":
      releaseFunds(world, task.transaction);
      break;
    case "send_payout":
      sendPayout(world, task.payout);
      break;
    case "land_payout":
      landPayout(world, task.payout);
      break;
    case "pay_out_automatically":
      startAutomaticPayout(world, task.account);
      break;
  }
}
