import { resetLinkMade } from "@fairclick/core/notices/account-notices";
import { lockCredentials } from "@fairclick/sql/accounts/credentials";
import { withTx } from "@fairclick/sql/db/tx";
import { insertMailToken } from "@fairclick/sql/notices/mail-tokens";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { parseUser, userNotFound } from "../find-user";
import { hashToken, makeToken } from "./token";

const LIFETIME_MS = 3_600_000;

type Input = { user: string; reason: string; appUrl: string };

/**
 * Returns a link by which a user sets a new password once, within an hour, for servers without mail.
 * The audit log names the operator, and the user is told; neither holds the link.
 */
export async function makeResetLink(ctx: Ctx, { user, reason, appUrl }: Input) {
  requireOperator(ctx);
  const userId = await parseUser(ctx.db.sql, user);
  const token = makeToken();
  const expiresAt = new Date(ctx.now().getTime() + LIFETIME_MS);
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
    await notify(tx, ctx, resetLinkMade, { to: [userId], data: {} });
    await writeAudit(tx, ctx, { action: "user.reset_link", subject: `user:${userId}`, reason });
  });
  return { url: `${appUrl}/reset-password#${token}`, expiresAt };
}
