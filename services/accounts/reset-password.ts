import { securityChanged } from "@fairclick/core/notices/account-notices";
import { deleteKnownDevices } from "@fairclick/sql/accounts/devices";
import { deleteTokens, deleteUserSignInCodes } from "@fairclick/sql/accounts/one-time-tokens";
import { deleteUserSessions } from "@fairclick/sql/accounts/sessions";
import { lockCredentials, replacePassword } from "@fairclick/sql/accounts/users";
import { withTx } from "@fairclick/sql/db/tx";
import { writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { revokeAllKeys } from "./keys";
import { consumeToken, refuseLink } from "./mail-tokens";
import { removeAllPasskeys } from "./passkeys";
import { hashPassword, refuseCommonPassword } from "./passwords";
import { reclaimAccount } from "./reclaim-account";
import type { SigningIn } from "./sessions";
import { enterAccount, type SignIn, withAccount } from "./sign-in";

/**
 * Sets a new password by the link of a mail, signs everybody out, removes all passkeys, and signs in
 * here. An account with an address that was never confirmed may be a stranger's: the owner of the address
 * takes it over. Throws `forbidden` if the link does not work; a refused password leaves the link usable.
 */
export async function resetPassword(
  ctx: Ctx,
  { token, password, ...signingIn }: SigningIn & { token: string; password: string },
): Promise<SignIn> {
  refuseCommonPassword(password, "password");
  const passwordHash = await hashPassword(password);
  const at = ctx.now();
  const opened = await withTx(ctx.db, async (tx) => {
    const used = await consumeToken(tx, { purpose: "reset_password", token, at });
    const user = used && (await lockCredentials(tx, used));
    if (!used || !user) return null;
    const { userId } = used;
    if (user.emailVerifiedAt === null) {
      await reclaimAccount(tx, ctx, { userId, email: used.address, by: { passwordHash } });
    } else {
      await replacePassword(tx, { userId, before: user.passwordHash, after: passwordHash, at });
      await deleteUserSessions(tx, userId);
      await revokeAllKeys(tx, ctx, userId);
      await removeAllPasskeys(tx, ctx, userId);
      await deleteUserSignInCodes(tx, userId);
      await deleteKnownDevices(tx, { userId, except: [] });
      await writeAudit(tx, ctx, { action: "user.reset_password", subject: `user:${userId}` });
    }
    await deleteTokens(tx, {
      userId,
      purposes: ["reset_password", "sign_in", "change_email", "verify_email"],
    });
    await notify(tx, ctx, securityChanged, {
      to: [userId],
      data: { change: "password_changed" },
    });
    return { userId, entry: await enterAccount(tx, { userId, at, ...signingIn }) };
  });
  if (!opened) throw refuseLink();
  return withAccount(ctx, opened.userId, opened.entry);
}
