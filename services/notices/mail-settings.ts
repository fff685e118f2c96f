import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import type { NoticeKind } from "@fairclick/core/notices/define-notice";
import { findNoticeKind, noticeKinds } from "@fairclick/core/notices/registry";
import { listOptOuts, setOptOut } from "@fairclick/sql/notices/mail";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { readUnsubscribeToken } from "./mail/unsubscribe-token";

export type MailSetting = { kind: NoticeKind<unknown>; mail: boolean };

/** Lists the kinds that are mailed to users, and whether the user receives each. */
export async function listMailSettings(ctx: Ctx): Promise<MailSetting[]> {
  const optedOut = new Set(await listOptOuts(ctx.db.sql, requireUser(ctx)));
  return noticeKinds
    .filter(({ topic, mail, token }) => topic !== "operations" && mail !== "never" && !token)
    .map((kind) => ({ kind, mail: kind.mail === "always" || !optedOut.has(kind.kind) }));
}

/** Switches one kind of mail on or off. Throws `validation` for mails that are always sent. */
export async function setMail(ctx: Ctx, { kind, mail }: { kind: string; mail: boolean }) {
  const userId = requireUser(ctx);
  if (findNoticeKind(kind)?.mail !== "optional") {
    throw new AppError("validation", t`This mail cannot be switched off.`);
  }
  await setOptOut(ctx.db.sql, { userId, kind, off: !mail });
}

/** What a mail's own link would switch off, without signing in. Null if the link is not genuine. */
export async function findUnsubscription(ctx: Ctx, token: string): Promise<string | null> {
  const optOut = await readUnsubscribeToken(ctx.db, token);
  return optOut && (findNoticeKind(optOut.kind)?.event() ?? null);
}

/** Switches off what a mail's own link names. Returns false if the link is not genuine. */
export async function unsubscribe(ctx: Ctx, token: string): Promise<boolean> {
  const optOut = await readUnsubscribeToken(ctx.db, token);
  if (!optOut) return false;
  await setOptOut(ctx.db.sql, { ...optOut, off: true });
  return true;
}
