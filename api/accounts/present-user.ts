import type { UserResponse } from "@fairclick/core/accounts/account-schema";
import { dollarsFromMicros } from "@fairclick/core/money/micros";
import type { Account } from "@fairclick/services/accounts/get-account";

export function presentUser(account: Account): UserResponse {
  return {
    _id: account.id,
    username: account.username,
    email: account.email,
    walletBalance: dollarsFromMicros(account.walletMicros),
    stripeAccountVerified: account.stripeAccountVerified,
    ...presentSuspension(account),
    ...presentReclaim(account),
  };
}

function presentSuspension({ suspendedAt, suspensionReason: reason }: Account) {
  return suspendedAt ? { suspension: { since: suspendedAt.toISOString(), reason } } : {};
}

function presentReclaim({ reclaimedAt, reclaimedParts: parts }: Account) {
  return reclaimedAt && parts ? { reclaimed: { at: reclaimedAt.toISOString(), parts } } : {};
}

/** The session token, for the program that signs in, is in this answer alone. */
export function presentSignIn({ account, token }: { account: Account; token: string }) {
  return { user: presentUser(account), token };
}
