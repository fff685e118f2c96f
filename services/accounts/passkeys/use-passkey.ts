import type { PasskeyRequest, RequestOptions } from "@fairclick/core/accounts/factors";
import type { UserId } from "@fairclick/core/ids";
import { findPasskey, findPasskeyOwner, markPasskeyUsed } from "@fairclick/sql/accounts/factors";
import { lockCredentials } from "@fairclick/sql/accounts/users";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import type { SignedIn } from "../auth/enter-account";
import { openSession, type SigningIn } from "../auth/open-session";
import { recordProof } from "../auth/prove-identity";
import { getAccount } from "../get-account";
import { CHALLENGE_MS, issueChallenge, takeChallenge } from "./challenges";
import { userHandle } from "./user-handle";
import { refusePasskey, relyingParty, verifyPasskey } from "./verify-passkey";

/** A passkey's signature. `browser` is the secret of the browser that received the challenge. */
type Signature = PasskeyRequest & { appUrl: string; browser: string | null };

/** Returns what any passkey of this site must sign for a sign-in or a proof of identity. */
export async function requestPasskey(
  ctx: Pick<Ctx, "db" | "now">,
  appUrl: string,
): Promise<{ options: RequestOptions; browser: string }> {
  const { challenge, browser } = await withTx(ctx.db, (tx) =>
    issueChallenge(tx, { userId: null, at: ctx.now() }),
  );
  const { rpId } = relyingParty(appUrl);
  return {
    options: { challenge, rpId, timeout: CHALLENGE_MS, userVerification: "required" },
    browser,
  };
}

/**
 * Signs in with a passkey. It is both factors: the device, and the PIN or fingerprint that the device
 * checked. Throws `forbidden`.
 */
export async function signInWithPasskey(
  ctx: Ctx,
  { userAgent, place, deviceTokens, ...signature }: Signature & SigningIn,
): Promise<SignedIn> {
  const at = ctx.now();
  const opened = await withTx(ctx.db, async (tx) => {
    const userId = await acceptPasskey(tx, { ...signature, at });
    if (userId === null) return null;
    return {
      userId,
      session: await openSession(tx, { userId, at, userAgent, place, deviceTokens }),
    };
  });
  if (!opened) throw refusePasskey();
  return { account: await getAccount(ctx, opened.userId), ...opened.session };
}

/** Proves the user's identity in this session with one of their passkeys. Throws `forbidden`. */
export async function proveByPasskey(
  ctx: Ctx,
  { token, ...signature }: Signature & { token: string },
): Promise<void> {
  const userId = requireUser(ctx);
  const accepted = await withTx(ctx.db, (tx) =>
    acceptPasskey(tx, { ...signature, at: ctx.now(), by: userId }),
  );
  if (accepted === null) throw refusePasskey();
  await recordProof(ctx, { userId, token });
}

/**
 * Consumes the browser's challenge, whatever the signature is. Returns the owner of the passkey that
 * signed it; null if it is none, or not one of the user `by`.
 */
async function acceptPasskey(
  tx: Tx,
  { appUrl, browser, credential, at, by }: Signature & { at: Date; by?: UserId },
): Promise<UserId | null> {
  const challenge = await takeChallenge(tx, { browser, userId: null, at });
  const userId = challenge && (await findPasskeyOwner(tx, credential.id));
  if (!userId || (by !== undefined && userId !== by)) return null;
  const handle = credential.response.userHandle;
  if (handle !== undefined && handle !== userHandle(userId)) return null;
  // Read again under the lock: it may have been removed, or used with the same counter.
  const user = await lockCredentials(tx, { userId, address: null });
  const key = user && (await findPasskey(tx, { userId, credentialId: credential.id }));
  const counter = key && (await verifyPasskey({ appUrl, challenge }, { credential, key }));
  if (counter === null) return null;
  await markPasskeyUsed(tx, { credentialId: credential.id, counter, at });
  return userId;
}
