import type { NoticeKind } from "@fairclick/core/notices/define-notice";
import { findNoticeKind, writeNoticeText } from "@fairclick/core/notices/registry";
import {
  type DueMail,
  finishMail,
  insertMailToken,
  leaseDueMails,
  suppressAddress,
} from "@fairclick/sql/notices/mail";
import { z } from "zod";
import { hashToken, makeToken } from "../../accounts/auth/token";
import type { Ctx } from "../../context";
import { inLanguage } from "../../language/in-language";
import { type Mailer, MailRefused } from "./create-mailer";
import { findMailImage } from "./find-mail-image";
import { type MailFooter, renderMail } from "./render-mail";
import { makeUnsubscribeToken } from "./unsubscribe-token";

export type MailCtx = Ctx & {
  /** Null without a mail server: no mail is sent, and none is kept for later. */
  mailer: Mailer | null;
  appUrl: string;
  /** Where mails for the operators go. */
  operatorAddresses: readonly string[];
};

const BATCH = 20;
/** Longer than a batch can take: every send has limits of its own. */
const LEASE_MS = 15 * 60_000;
const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 4 * 3_600_000;
/** A mail that could not be sent for this long is given up: its news is old. */
const GIVE_UP_MS = 48 * 3_600_000;
/** Optional mails to one user above this number per day are shown in the app only. */
const OPTIONAL_PER_DAY = 20;
const MAX_BATCHES = 50;

/**
 * Sends the mails that are due. Safe to run concurrently; a mail that was being sent when the
 * worker died is sent again with the same message id.
 */
export async function deliverMail(ctx: MailCtx): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const at = ctx.now();
    const until = new Date(at.getTime() + LEASE_MS);
    const due = await leaseDueMails(ctx.db.sql, { at, until, limit: BATCH });
    for (const mail of due) await deliver(ctx, mail);
    if (due.length < BATCH) return;
  }
}

async function deliver(ctx: MailCtx, mail: DueMail): Promise<void> {
  const kind = findNoticeKind(mail.kind);
  const problem = kind ? findProblem(ctx, mail, kind) : "This kind of notice no longer exists";
  if (!kind || problem) {
    await finishMail(ctx.db.sql, mail.id, { status: "skipped", problem: problem ?? "" });
    return;
  }
  if (ctx.now().getTime() - mail.at.getTime() > GIVE_UP_MS) {
    const failed = { status: "failed", problem: mail.problem ?? "Too old to be sent" } as const;
    await finishMail(ctx.db.sql, mail.id, failed);
    return;
  }
  try {
    await inLanguage(mail.language ?? "en", async () => {
      for (const to of listRecipients(ctx, mail)) await send(ctx, { mail, kind, to });
    });
    await finishMail(ctx.db.sql, mail.id, { status: "sent", at: ctx.now() });
  } catch (error) {
    await recordFailure(ctx, mail, error);
  }
}

function listRecipients({ operatorAddresses }: MailCtx, { userId, address }: DueMail) {
  return userId === null && address === null ? operatorAddresses : [address ?? ""];
}

/** Why a mail is not sent at all; null if it is to be sent. */
function findProblem(ctx: MailCtx, mail: DueMail, kind: NoticeKind<unknown>): string | null {
  if (!ctx.mailer) return "No mail server is configured";
  if (listRecipients(ctx, mail).length === 0) return "No operator's address is configured";
  if (mail.userId !== null && mail.address === null) return "The account was deleted";
  if (mail.suppressed) return "The address does not exist";
  if (kind.mail === "optional" && mail.optedOut) return "Switched off by the recipient";
  if (kind.mail === "optional" && mail.userId !== null && mail.verifiedAt === null) {
    return "The address is not confirmed";
  }
  if (kind.mail === "optional" && mail.sentToday >= OPTIONAL_PER_DAY) {
    return "Too many mails to this user today";
  }
  return null;
}

type Sending = { mail: DueMail; kind: NoticeKind<unknown>; to: string };

async function send(ctx: MailCtx, { mail, kind, to }: Sending): Promise<void> {
  const text = writeNoticeText(mail, await mintToken(ctx, { mail, kind, to }));
  if (!text) throw new MailRefused("The notice cannot be read", { unknownAddress: false });
  const footer = await makeFooter(ctx, mail, kind);
  const rendered = await renderMail({
    text,
    appUrl: ctx.appUrl,
    footer,
    image: await findMailImage(ctx, mail.data),
  });
  await ctx.mailer?.send({
    id: mail.id,
    to,
    subject: text.title,
    ...rendered,
    replyTo: text.replyTo ?? null,
    unsubscribe: footer.kind === "optional" ? { url: footer.url } : null,
  });
}

async function makeFooter(
  { db, appUrl }: MailCtx,
  { userId }: DueMail,
  { kind, mail, inApp }: NoticeKind<unknown>,
): Promise<MailFooter> {
  if (userId === null) return { kind: "operators" };
  if (mail !== "optional") return { kind: "always" };
  const token = await makeUnsubscribeToken(db, { userId, kind });
  return { kind: "optional", url: `${appUrl}/api/notices/unsubscribe/${token}`, inApp };
}

/** Makes the token only now, so that the database never holds one that works. */
async function mintToken(ctx: MailCtx, { mail, kind, to }: Sending): Promise<string> {
  if (!kind.token || mail.userId === null) return "";
  const token = makeToken();
  await insertMailToken(ctx.db.sql, {
    tokenHash: hashToken(token),
    userId: mail.userId,
    purpose: kind.token.purpose,
    address: to,
    browserHash: readBrowserHash(mail.data),
    expiresAt: new Date(ctx.now().getTime() + kind.token.validMinutes * 60_000),
  });
  return token;
}

/** The browser to which the data of some kinds binds the link; null if there is none. */
function readBrowserHash(data: unknown): Uint8Array | null {
  const parsed = z.object({ browser: z.string() }).safeParse(data);
  return parsed.success ? Buffer.from(parsed.data.browser, "hex") : null;
}

async function recordFailure(ctx: MailCtx, mail: DueMail, error: unknown): Promise<void> {
  const problem = error instanceof Error ? error.message.slice(0, 300) : "unknown";
  if (error instanceof MailRefused) {
    if (error.unknownAddress && mail.userId !== null && mail.address !== null) {
      const suppressed = { address: mail.address, reason: problem, at: ctx.now() };
      await suppressAddress(ctx.db.sql, suppressed);
    }
    await finishMail(ctx.db.sql, mail.id, { status: "failed", problem });
    return;
  }
  ctx.log.warn({ err: error, noticeId: mail.id }, "A mail could not be sent; retrying later");
  const delay = Math.min(FIRST_RETRY_MS * 2 ** (mail.attempts - 1), LONGEST_RETRY_MS);
  const dueAt = new Date(ctx.now().getTime() + delay);
  await finishMail(ctx.db.sql, mail.id, { status: "queued", dueAt, problem });
}
