import { PASSWORD_MIN } from "@fairclick/core/accounts/account";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import { deleteKnownDevices } from "@fairclick/sql/accounts/devices";
import { deleteTokens, deleteUserSignInCodes } from "@fairclick/sql/accounts/one-time-tokens";
import { deleteOtherSessions } from "@fairclick/sql/accounts/sessions";
import { findCredentials, replacePassword } from "@fairclick/sql/accounts/users";
import { withTx } from "@fairclick/sql/db/tx";
import { dictionary } from "@zxcvbn-ts/language-common";
import { requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { revokeAllKeys } from "./keys";
import { hashToken } from "./token";

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. */
const cost = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/** Hash of a discarded random text, made at the same cost. */
const decoyHash =
  "$argon2id$v=19$m=19456,t=2,p=1$PJpT0OLwAYwbrfVBvGRzFmI0aHl4kO7f4rcGu6HaLC4$t1snyz7miDJzYUct+/FRupqE6X6ljCT7AWz5c8b3V9g";

/** Returns an argon2id hash in PHC format, of the NFKC form of the password. */
export async function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password.normalize("NFKC"), cost);
}

/**
 * Returns false if `hash` is null, after the same time as otherwise: the duration does not reveal which accounts
 * exist.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await Bun.password.verify(password.normalize("NFKC"), hash ?? decoyHash);
  return hash !== null && matches;
}

/** About 18,000 entries in lower case; shorter ones are refused by their length. */
const commonPasswords = new Set(
  dictionary["passwords-common"].filter((password) => password.length >= PASSWORD_MIN),
);

/** Throws `validation` for a common password, which attackers try first. `field` names the input. */
export function refuseCommonPassword(password: string, field: "password" | "newPassword"): void {
  if (!commonPasswords.has(password.normalize("NFKC").toLowerCase())) return;
  const message = t`Too many people use this password: it is easy to guess. Please choose another one.`;
  throw new AppError("validation", message, { issues: [{ path: field, message }] });
}

type Input = { newPassword: string; token: string; deviceTokens: string[] };

/** Sets the password, ends all other sessions, revokes all personal keys, and forgets all other devices. */
export async function changePassword(
  ctx: Ctx,
  { newPassword, token, deviceTokens }: Input,
): Promise<void> {
  refuseCommonPassword(newPassword, "newPassword");
  const userId = requireUser(ctx);
  const before = (await findCredentials(ctx.db.sql, userId))?.passwordHash ?? null;
  const after = await hashPassword(newPassword);
  await withTx(ctx.db, async (tx) => {
    if (!(await replacePassword(tx, { userId, before, after, at: ctx.now() }))) {
      throw new AppError("conflict", t`Your password was changed elsewhere. Please log in again.`);
    }
    await deleteOtherSessions(tx, { userId, tokenHash: hashToken(token) });
    await revokeAllKeys(tx, ctx, userId);
    await deleteUserSignInCodes(tx, userId);
    await deleteTokens(tx, { userId, purposes: ["reset_password"] });
    await notify(tx, ctx, securityChanged, {
      to: [userId],
      data: { change: "password_changed" },
    });
    await deleteKnownDevices(tx, { userId, except: deviceTokens.map(hashToken) });
    await writeAudit(tx, ctx, {
      action: before === null ? "user.set_password" : "user.change_password",
      subject: `user:${userId}`,
    });
  });
}
