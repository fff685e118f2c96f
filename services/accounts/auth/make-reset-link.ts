import { AppError } from "@fairclick/core/errors";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import { lockCredentials } from "@fairclick/sql/accounts/users";
import { withTx } from "@fairclick/sql/db/tx";
import { insertMailToken } from "@fairclick/sql/notices/mail";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { parseUser, userNotFound } from "../find-user";
import { cooldownEnd } from "../recovery/recovery-cooldown";
import { hashToken, makeToken } from "./token";

const LIFETIME_MS = 3_600_000;

type Input = {
  user: string;
  reason: string;
  appUrl: string;
  /** Whether the server can mail such links itself. */
  sendsMail: boolean;
};

/**
 * Returns a link to set a new password once, within an hour, for servers without mail.
 * Throws `conflict` if the server sends mail. The audit log names the operator, and the user is
 * notified; neither holds the link. The account gets the same cooldown as after a recovery.
 */
export async function makeResetLink(ctx: Ctx, { user, reason, appUrl, sendsMail }: Input) {
  requireOperator(ctx);
  if (sendsMail) {
    throw new AppError(
      "conflict",
      'This server sends mail: the user chooses "Forgot password" on the sign-in page. If they lost every way to sign in, use "fairclick users decide recover".',
    );
  }
  const userId = await parseUser(ctx.db.sql, user);
  const token = makeToken();
  const at = ctx.now();
  const expiresAt = new Date(at.getTime() + LIFETIME_MS);
  await withTx(ctx.db, async (tx) => {
    const credentials = await lockCredentials(tx, { userId, address: null });
    if (!credentials) throw userNotFound(user);
    await insertMailToken(tx, {
      tokenHash: hashToken(token),
      userId,
      purpose: "reset_password",
      address: credentials.email,
      browserHash: null,
      expiresAt,
    });
    await notify(tx, ctx, securityChanged, { to: [userId], data: { change: "reset_link_made" } });
    await writeAudit(tx, ctx, {
      action: "user.reset_link",
      subject: `user:${userId}`,
      reason,
      after: { cooldownEndsAt: cooldownEnd(at).toISOString() },
    });
  });
  return { url: `${appUrl}/reset-password#${token}`, expiresAt };
}
