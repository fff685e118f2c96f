import type { UserResponse } from "@fairclick/core/accounts/account";
import { dollarsFromMicros } from "@fairclick/core/amounts";
import { compact } from "@fairclick/core/compact";
import type { Account } from "@fairclick/services/accounts/profile";

export function presentUser(account: Account): UserResponse {
  return compact({
    _id: account.id,
    username: account.username,
    email: account.email,
    walletBalance: dollarsFromMicros(account.walletMicros),
    stripeAccountVerified: account.stripeAccountVerified,
    country: account.country ?? undefined,
    suspension: presentSuspension(account),
    reclaimed: presentReclaim(account),
  });
}

function presentSuspension({ suspendedAt, suspensionReason: reason }: Account) {
  return suspendedAt ? { since: suspendedAt.toISOString(), reason } : undefined;
}

function presentReclaim({ reclaimedAt, reclaimedParts: parts }: Account) {
  return reclaimedAt && parts ? { at: reclaimedAt.toISOString(), parts } : undefined;
}

/** Presents a sign-in. No other response contains the session token. */
export function presentSignIn({ account, token }: { account: Account; token: string }) {
  return { user: presentUser(account), token };
}
