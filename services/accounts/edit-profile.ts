import { setEmail, setUsername } from "@fairclick/sql/accounts/credentials";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";
import { type Proof, proveIdentity } from "./auth/prove-identity";

/** Throws `username_taken`. */
export async function changeUsername(ctx: Ctx, username: string): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    await setUsername(tx, { userId, username });
    await writeAudit(tx, ctx, { action: "user.change_username", subject: `user:${userId}` });
  });
}

/** The e-mail is what one signs in with: it changes for the account's owner only. Throws `email_taken`. */
export async function changeEmail(
  ctx: Ctx,
  { email, ...proof }: Proof & { email: string },
): Promise<void> {
  const { id: userId } = await proveIdentity(ctx, proof);
  await withTx(ctx.db, async (tx) => {
    await setEmail(tx, { userId, email, at: ctx.now() });
    await writeAudit(tx, ctx, { action: "user.change_email", subject: `user:${userId}` });
  });
}
