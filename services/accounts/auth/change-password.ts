import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import { deleteKnownDevices } from "@fairclick/sql/accounts/devices";
import { deleteOtherSessions, deleteUserSignInCodes } from "@fairclick/sql/accounts/sessions";
import { findCredentials, replacePassword } from "@fairclick/sql/accounts/users";
import { withTx } from "@fairclick/sql/db/tx";
import { deleteMailTokens } from "@fairclick/sql/notices/mail";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { revokeAllKeys } from "../keys/revoke-all-keys";
import { refuseCommonPassword } from "./common-passwords";
import { hashPassword } from "./password";
import { hashToken } from "./token";

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
    await deleteMailTokens(tx, { userId, purposes: ["reset_password", "sign_in"] });
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
