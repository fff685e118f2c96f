import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "@fairclick/core/errors";
import { asId, isUuid, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import type { NoticeKind } from "@fairclick/core/notices/define-notice";
import { findNoticeKind, noticeKinds } from "@fairclick/core/notices/registry";
import type { Db } from "@fairclick/sql/db/client";
import { listOptOuts, setOptOut } from "@fairclick/sql/notices/mail";
import { requireUser } from "../changes";
import { type Ctx, getSecret } from "../context";

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

const LONGEST_TOKEN = 200;

type OptOut = { userId: UserId; kind: string };

/** Returns a token that switches off one kind of mail for one user, and nothing else. */
export async function makeUnsubscribeToken(db: Db, { userId, kind }: OptOut): Promise<string> {
  return `${userId}.${kind}.${await sign(db, { userId, kind })}`;
}

/** Returns null if the token was not made here, or its kind cannot be switched off. */
export async function readUnsubscribeToken(db: Db, token: string): Promise<OptOut | null> {
  if (token.length > LONGEST_TOKEN) return null;
  const id = token.slice(0, token.indexOf("."));
  const kind = token.slice(id.length + 1, token.lastIndexOf("."));
  const signature = token.slice(token.lastIndexOf(".") + 1);
  if (!isUuid(id) || findNoticeKind(kind)?.mail !== "optional") return null;
  const expected = await sign(db, { userId: asId<UserId>(id), kind });
  const genuine =
    /^[\w-]+$/.test(signature) &&
    signature.length === expected.length &&
    timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  return genuine ? { userId: asId<UserId>(id), kind } : null;
}

async function sign(db: Db, { userId, kind }: OptOut): Promise<string> {
  const secret = await getSecret(db, "unsubscribe");
  return createHmac("sha256", secret).update(`${userId}.${kind}`).digest("base64url");
}
