import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { getSecondFactor, listPasskeys } from "@fairclick/sql/accounts/factors";
import { findSession, setSessionProved } from "@fairclick/sql/accounts/sessions";
import { findCredentials, lockCredentials } from "@fairclick/sql/accounts/users";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../changes";
import type { Ctx } from "../context";
import { verifyPassword } from "./passwords";
import { hashToken } from "./token";
import { acceptCode, readTotpSecret, wrongCode } from "./totp";

/** How long a proof counts in its session. */
const RECENT_MS = 10 * 60_000;

/** Whether the session's user proved their identity recently, and the ways to prove it again. */
export type ProofState = {
  recent: boolean;
  password: boolean;
  totp: boolean;
  passkey: boolean;
  google: boolean;
};

export async function getProofState(ctx: Ctx, token: string): Promise<ProofState> {
  const userId = requireUser(ctx);
  const [credentials, factor, passkeys, recent] = await Promise.all([
    findCredentials(ctx.db.sql, userId),
    getSecondFactor(ctx.db.sql, userId),
    listPasskeys(ctx.db.sql, userId),
    isRecentlyProved(ctx, token),
  ]);
  return {
    recent,
    password: Boolean(credentials?.passwordHash) && !factor.required,
    totp: factor.required,
    passkey: passkeys.length > 0,
    google: Boolean(credentials?.googleSubject),
  };
}

/**
 * Checks that the account's owner makes this request, not another person with their session or at an
 * unlocked screen: the owner signed in, or proved their identity, in this session within ten minutes.
 * Throws `proof_required`.
 */
export async function requireProof(ctx: Ctx, token: string): Promise<void> {
  requireUser(ctx);
  if (await isRecentlyProved(ctx, token)) return;
  throw new AppError("proof_required", t`Please confirm that it is you, and try again.`);
}

/**
 * Proves the user's identity in this session by the password. Throws `forbidden`, also for the right
 * password of an account with a second factor.
 */
export async function proveByPassword(
  ctx: Ctx,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const userId = requireUser(ctx);
  if ((await getSecondFactor(ctx.db.sql, userId)).required) {
    throw new AppError(
      "forbidden",
      t`Your account has a second factor: please enter a code of your authenticator app, or a recovery code.`,
    );
  }
  const credentials = await findCredentials(ctx.db.sql, userId);
  const passwordHash = credentials?.passwordHash ?? null;
  if (!(await verifyPassword(password, passwordHash))) {
    const message = t`This is not your current password.`;
    throw new AppError("forbidden", message, { issues: [{ path: "password", message }] });
  }
  await recordProof(ctx, { userId, token });
}

/**
 * Proves the user's identity in this session by a code of the authenticator app or a recovery code.
 * Throws `forbidden`.
 */
export async function proveByCode(
  ctx: Ctx,
  { token, code }: { token: string; code: string },
): Promise<void> {
  const userId = requireUser(ctx);
  const secret = await readTotpSecret(ctx, userId);
  await withTx(ctx.db, async (tx) => {
    await lockCredentials(tx, { userId, address: null });
    const { required } = await getSecondFactor(tx, userId);
    if (!required) throw wrongCode();
    await acceptCode(tx, ctx, { userId, code, secret });
  });
  await recordProof(ctx, { userId, token });
}

/** Records that the session's user has just proved their identity. */
export async function recordProof(
  ctx: Pick<Ctx, "db" | "now">,
  { userId, token }: { userId: UserId; token: string },
): Promise<void> {
  await setSessionProved(ctx.db.sql, { userId, tokenHash: hashToken(token), at: ctx.now() });
}

async function isRecentlyProved(ctx: Pick<Ctx, "db" | "now">, token: string): Promise<boolean> {
  const at = ctx.now();
  const session = await findSession(ctx.db.sql, { tokenHash: hashToken(token), at });
  return session !== null && at.getTime() - session.provedAt.getTime() <= RECENT_MS;
}
