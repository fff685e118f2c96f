import { dollarsFromMicros } from "@fairclick/core/money";
import type { UserResponse } from "@fairclick/core/schemas/account";
import type { Account } from "@fairclick/services/users/get-account";

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
