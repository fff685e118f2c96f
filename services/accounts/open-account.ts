import { asId, type UserId } from "@fairclick/core/ids";
import { currentLanguage } from "@fairclick/core/language/t";
import { verifyEmail } from "@fairclick/core/notices/account-notices";
import { insertUser, type NewUserRow } from "@fairclick/sql/accounts/users";
import type { Tx } from "@fairclick/sql/db/client";
import { openAccounts } from "@fairclick/sql/money/ledger";
import type { Ctx } from "../context";
import { notify } from "../notices/notify";
import { writeAudit } from "../operations/write-audit";

/** Creates a user with mails in the language of the request, and the ledger accounts that every user has. */
export async function openAccount(
  tx: Tx,
  ctx: Pick<Ctx, "actor" | "now">,
  user: Omit<NewUserRow, "id" | "language">,
): Promise<UserId> {
  const id = asId<UserId>(Bun.randomUUIDv7());
  await insertUser(tx, { ...user, id, language: currentLanguage() });
  await openAccounts(tx, id, ["wallet", "earnings", "in_transit"]);
  if (user.emailVerifiedAt === null) await notify(tx, ctx, verifyEmail, { to: [id], data: {} });
  await writeAudit(tx, ctx, {
    action: "user.register",
    subject: `user:${id}`,
    after: { google: user.googleSubject !== null },
  });
  return id;
}
