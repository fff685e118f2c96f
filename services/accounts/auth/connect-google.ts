import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { deleteUserSignInCodes } from "@fairclick/sql/accounts/sessions";
import {
  connectGoogle as addGoogle,
  findCredentials,
  lockUserByGoogleSubject,
  disconnectGoogle as removeGoogle,
} from "@fairclick/sql/accounts/users";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";
import type { GoogleProfile } from "./sign-in-with-google";

export type GoogleConnection = { ok: true } | { ok: false; reason: "taken" | "has_another" };

/**
 * Connects a Google account, with any e-mail address, to the signed-in user. The route where the
 * connection starts requires a proof of identity. `ok` if it is already connected; `taken` if another user
 * has it, `has_another` if this user has a different one.
 */
export async function connectGoogle(
  ctx: Ctx,
  { subject, email, emailVerified }: GoogleProfile,
): Promise<GoogleConnection> {
  const userId = requireUser(ctx);
  return withTx(ctx.db, async (tx): Promise<GoogleConnection> => {
    const owner = await lockUserByGoogleSubject(tx, subject);
    if (owner) return owner.id === userId ? { ok: true } : { ok: false, reason: "taken" };
    const verifiedEmail = emailVerified ? email : null;
    const connection = { userId, subject, verifiedEmail, at: ctx.now() };
    if (!(await addGoogle(tx, connection))) return { ok: false, reason: "has_another" };
    await writeAudit(tx, ctx, { action: "user.connect_google", subject: `user:${userId}` });
    return { ok: true };
  });
}

/** Throws `conflict` if no Google account is connected, or no password would remain to sign in with. */
export async function disconnectGoogle(ctx: Ctx): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    if (!(await removeGoogle(tx, { userId, at: ctx.now() }))) {
      const credentials = await findCredentials(tx, userId);
      throw new AppError(
        "conflict",
        credentials?.googleSubject
          ? t`Set a password first: Google is your only way to sign in.`
          : t`No Google account is connected.`,
      );
    }
    await deleteUserSignInCodes(tx, userId);
    await writeAudit(tx, ctx, { action: "user.disconnect_google", subject: `user:${userId}` });
  });
}
