import { lockCredentials } from "@fairclick/sql/accounts/users";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { enterAccount, type SignIn, withAccount } from "./enter-account";
import type { SigningIn } from "./open-session";
import { consumeToken, refuseLink } from "./use-mail-token";

type Link = SigningIn & { token: string; browser: string | null };

/** Signs in by the link of a mail, in the browser that asked for it. Throws `forbidden`. */
export async function signInByLink(
  ctx: Ctx,
  { token, browser, ...signingIn }: Link,
): Promise<SignIn> {
  const at = ctx.now();
  const opened = await withTx(ctx.db, async (tx) => {
    const used = await consumeToken(tx, { purpose: "sign_in", token, browser, at });
    const user = used && (await lockCredentials(tx, used));
    if (!used || !user?.emailVerifiedAt) return null;
    const { userId } = used;
    return { userId, entry: await enterAccount(tx, { userId, at, ...signingIn }) };
  });
  if (!opened) throw refuseLink();
  return withAccount(ctx, opened.userId, opened.entry);
}
