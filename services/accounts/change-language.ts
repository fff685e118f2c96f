import type { Language } from "@fairclick/core/language/t";
import { setLanguage } from "@fairclick/sql/accounts/users";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";

/** Sets the language of the caller's mails. */
export async function changeLanguage(ctx: Ctx, language: Language): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    if (!(await setLanguage(tx, { userId, language }))) return;
    await writeAudit(tx, ctx, {
      action: "user.change_language",
      subject: `user:${userId}`,
      after: { language },
    });
  });
}
