import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { setEmail, setUsername } from "@fairclick/sql/accounts/users";
import { withTx } from "@fairclick/sql/db/tx";
import { setCountry } from "@fairclick/sql/money/stripe";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";

/** Throws `username_taken`. */
export async function changeUsername(ctx: Ctx, username: string): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    await setUsername(tx, { userId, username });
    await writeAudit(tx, ctx, { action: "user.change_username", subject: `user:${userId}` });
  });
}

/** Throws `conflict` if the user has a payout account: Stripe never changes an account's country. */
export async function changeCountry(ctx: Ctx, country: string): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    if (!(await setCountry(tx, { userId, country }))) {
      throw new AppError(
        "conflict",
        t`Your payout account exists, and Stripe cannot change its country.`,
      );
    }
    await writeAudit(tx, ctx, {
      action: "user.change_country",
      subject: `user:${userId}`,
      after: { country },
    });
  });
}

/** Changes the address at once and unconfirmed, where no mail can be sent. Throws `email_taken`. */
export async function changeEmail(ctx: Ctx, email: string): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    await setEmail(tx, { userId, email, at: ctx.now() });
    await writeAudit(tx, ctx, { action: "user.change_email", subject: `user:${userId}` });
  });
}
