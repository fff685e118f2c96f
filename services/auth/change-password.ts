import { AppError } from "@fairclick/core/errors";
import { replacePassword } from "@fairclick/sql/credentials";
import { deleteOtherSessionsOf } from "@fairclick/sql/sessions";
import { withTx } from "@fairclick/sql/tx";
import type { Ctx } from "../context";
import { writeAudit } from "../write-audit";
import { hashPassword } from "./password";
import { type Proof, proveIdentity } from "./prove-identity";
import { hashToken } from "./token";

/** Sets a new password, or the first one, and ends every session but the one that asks. */
export async function changePassword(
  ctx: Ctx,
  { newPassword, ...proof }: Proof & { newPassword: string },
): Promise<void> {
  const { id: userId, passwordHash: before } = await proveIdentity(ctx, proof);
  const after = await hashPassword(newPassword);
  await withTx(ctx.db, async (tx) => {
    if (!(await replacePassword(tx, { userId, before, after }))) {
      throw new AppError("conflict", "Your password was changed elsewhere. Please log in again.");
    }
    await deleteOtherSessionsOf(tx, { userId, tokenHash: hashToken(proof.token) });
    await writeAudit(tx, ctx, {
      action: before === null ? "user.set_password" : "user.change_password",
      subject: `user:${userId}`,
    });
  });
}
