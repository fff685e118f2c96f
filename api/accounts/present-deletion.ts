import type { DeletionResponse } from "@fairclick/core/accounts/account";
import { dollarsFromMicros, MICROS_PER_CENT } from "@fairclick/core/amounts";
import { type DeletionPlan, givesUpEarnings } from "@fairclick/services/money/delete-account";
import { presentRefundSource } from "../money/present-refundable";

/** Presents a plan; amounts that are given up are rounded down to cents. */
export function presentDeletion(plan: DeletionPlan): DeletionResponse {
  const { obstacles, refunds, campaigns, laterMicros, openDeposits, owedMicros, givesUp } = plan;
  return {
    obstacles,
    refunds: refunds.map(presentRefundSource),
    campaigns,
    later: dollarsFromMicros(laterMicros),
    openDeposits,
    owed: dollarsFromMicros(owedMicros),
    givesUp: {
      wallet: downToCents(givesUp.walletMicros),
      earnings: downToCents(givesUp.earningsMicros),
      undecidedClicks: givesUp.undecidedClicks,
      disputes: givesUp.disputes,
      requiresEarnings: givesUpEarnings(plan),
    },
  };
}

function downToCents(micros: bigint): number {
  return dollarsFromMicros(micros - (micros % MICROS_PER_CENT));
}
