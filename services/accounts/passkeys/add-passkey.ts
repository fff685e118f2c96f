import type { CreationOptions, NewPasskeyRequest } from "@fairclick/core/accounts/factors";
import { AppError } from "@fairclick/core/errors";
import { asId, type PasskeyId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import { insertPasskey, listPasskeys } from "@fairclick/sql/accounts/factors";
import { findCredentials, lockCredentials } from "@fairclick/sql/accounts/users";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { CHALLENGE_MS, issueChallenge, takeChallenge } from "./challenges";
import { userHandle } from "./user-handle";
import { passkeyAlgorithms, refusePasskey, relyingParty, verifyNewPasskey } from "./verify-passkey";

export const MAX_PASSKEYS = 10;

/** Returns what the browser's authenticator needs to make a passkey. Throws `conflict` at the maximum. */
export async function startPasskey(
  ctx: Ctx,
  appUrl: string,
): Promise<{ options: CreationOptions; browser: string }> {
  const userId = requireUser(ctx);
  const email = (await findCredentials(ctx.db.sql, userId))?.email ?? "";
  const passkeys = await listPasskeys(ctx.db.sql, userId);
  if (passkeys.length >= MAX_PASSKEYS) throw tooMany();
  const { challenge, browser } = await withTx(ctx.db, async (tx) => {
    await lockCredentials(tx, { userId, address: null });
    return issueChallenge(tx, { userId, at: ctx.now() });
  });
  const options: CreationOptions = {
    challenge,
    rp: { id: relyingParty(appUrl).rpId, name: "Fairclick" },
    user: { id: userHandle(userId), name: email, displayName: email },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: CHALLENGE_MS,
    attestation: "none",
    excludeCredentials: passkeys.map(({ credentialId }) => ({
      id: credentialId,
      type: "public-key",
    })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
  };
  return { options, browser };
}

type NewPasskey = NewPasskeyRequest & { appUrl: string; browser: string | null };

/**
 * Stores a passkey that signed the browser's challenge, which counts for one try. Throws `forbidden`,
 * and `conflict` at the maximum or if an account has this passkey already.
 */
export async function addPasskey(ctx: Ctx, input: NewPasskey): Promise<void> {
  const userId = requireUser(ctx);
  const { appUrl, browser, name, credential } = input;
  const at = ctx.now();
  const refusal = await withTx(ctx.db, async (tx) => {
    await lockCredentials(tx, { userId, address: null });
    const challenge = await takeChallenge(tx, { browser, userId, at });
    const key = challenge && (await verifyNewPasskey({ appUrl, challenge }, credential));
    if (!key) return refusePasskey();
    if ((await listPasskeys(tx, userId)).length >= MAX_PASSKEYS) return tooMany();
    const id = asId<PasskeyId>(Bun.randomUUIDv7());
    if (!(await insertPasskey(tx, { ...key, id, userId, name, createdAt: at }))) {
      return new AppError("conflict", t`This passkey was added already.`);
    }
    const after = { passkeyId: id, name };
    await writeAudit(tx, ctx, { action: "user.add_passkey", subject: `user:${userId}`, after });
    await notify(tx, ctx, securityChanged, {
      to: [userId],
      data: { change: "passkey_added", name },
    });
    return null;
  });
  if (refusal) throw refusal;
}

function tooMany(): AppError {
  return new AppError("conflict", t`You have ${MAX_PASSKEYS} passkeys: remove one first.`);
}
