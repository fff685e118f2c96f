import { describeCover } from "@fairclick/core/campaigns/covers";
import { t } from "@fairclick/core/language/t";
import type { NoticeKind } from "@fairclick/core/notices/define-notice";
import { findNoticeKind, writeNoticeText } from "@fairclick/core/notices/registry";
import { insertToken } from "@fairclick/sql/accounts/one-time-tokens";
import { findCampaignCover } from "@fairclick/sql/campaigns/covers";
import {
  type DueMail,
  finishMail,
  leaseDueMail,
  suppressAddress,
} from "@fairclick/sql/notices/mail";
import { createTransport } from "nodemailer";
import { z } from "zod";
import { hashToken, makeToken } from "../accounts/token";
import type { MailConfig } from "../config";
import type { Ctx } from "../context";
import { inLanguage } from "../language/in-language";
import { retryDelayMs } from "./deliver-webhooks";
import { makeUnsubscribeToken } from "./notices";
import { type MailFooter, renderMail } from "./render-mail";

export type MailCtx = Ctx & {
  /** Null without a mail server: no mail is sent, and none is kept for later. */
  mailer: Mailer | null;
  appUrl: string;
  operatorAddresses: readonly string[];
};

/** Mails that are sent at the same time: one that the server takes slowly delays no other. */
const LANES = 4;
/** Then the next run answers those who asked for a link meanwhile. */
const RUN_MS = 4_000;
/** Longer than a mail can take: every send has limits of its own. */
const LEASE_MS = 15 * 60_000;
/** A mail that could not be sent for this long is given up: its news is old. */
const GIVE_UP_MS = 48 * 3_600_000;
/** Optional mails to one user above this number per day are shown in the app only. */
const OPTIONAL_PER_DAY = 20;

/**
 * Sends the mails that are due for four seconds: first links that somebody waits for, then what is
 * always sent, then optional mails, last those of the contact form. Safe to run concurrently; a mail
 * that was being sent when the worker died is sent again with the same message id.
 */
export async function deliverMail(ctx: MailCtx): Promise<void> {
  const endsAt = performance.now() + RUN_MS;
  const sendNext = async () => {
    const at = ctx.now();
    const mail = await leaseDueMail(ctx.db.sql, { at, until: new Date(at.getTime() + LEASE_MS) });
    if (mail) await deliver(ctx, mail);
    return mail !== null;
  };
  const lane = async () => {
    while (performance.now() < endsAt && (await sendNext()));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
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
    await inLanguage(mail.language ?? "en", () => sendToAll(ctx, mail, kind));
    await finishMail(ctx.db.sql, mail.id, { status: "sent", at: ctx.now() });
  } catch (error) {
    await recordFailure(ctx, mail, error);
  }
}

/** An address that the server refuses keeps the mail from no other one. Throws if it refuses all. */
async function sendToAll(ctx: MailCtx, mail: DueMail, kind: NoticeKind<unknown>): Promise<void> {
  const recipients = listRecipients(ctx, mail);
  const refused: MailRefused[] = [];
  for (const to of recipients) {
    try {
      await send(ctx, { mail, kind, to });
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      refused.push(error);
    }
  }
  const [first] = refused;
  if (first && refused.length === recipients.length) throw first;
  if (first) ctx.log.warn({ err: first, noticeId: mail.id }, "An operator's address was refused");
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
  // A link proves the address to which it is sent. Anybody can register with a stranger's address.
  if (!kind.token && mail.userId !== null && mail.verifiedAt === null) {
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
  { kind, mail }: NoticeKind<unknown>,
): Promise<MailFooter> {
  if (userId === null) return { kind: "operators" };
  if (mail !== "optional") return { kind: "always" };
  const token = await makeUnsubscribeToken(db, { userId, kind });
  return { kind: "optional", url: `${appUrl}/api/notices/unsubscribe/${token}` };
}

/** Makes the token only now, so that the database never holds one that works. */
async function mintToken(ctx: MailCtx, { mail, kind, to }: Sending): Promise<string> {
  if (!kind.token || mail.userId === null) return "";
  const token = makeToken();
  await insertToken(ctx.db.sql, {
    tokenHash: hashToken(token),
    userId: mail.userId,
    purpose: kind.token.purpose,
    content: to,
    expiresAt: new Date(ctx.now().getTime() + kind.token.validMinutes * 60_000),
  });
  return token;
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
  const dueAt = new Date(ctx.now().getTime() + retryDelayMs(mail.attempts));
  await finishMail(ctx.db.sql, mail.id, { status: "queued", dueAt, problem });
}

export type OutgoingMail = {
  /** Becomes the message id: a mail that is sent twice after a crash can be recognised. */
  id: string;
  to: string;
  subject: string;
  html: string;
  plainText: string;
  replyTo: string | null;
  /** Null for mails that are always sent. */
  unsubscribe: { url: string } | null;
};

export type Mailer = {
  /** Rejects with a `MailRefused` if the server refused the mail for good. */
  send: (mail: OutgoingMail) => Promise<void>;
  close: () => void;
};

/** The mail server refused the mail for good. `unknownAddress`: no such mailbox exists. */
class MailRefused extends Error {
  readonly unknownAddress: boolean;

  constructor(response: string, { unknownAddress }: { unknownAddress: boolean }) {
    super(response);
    this.name = "MailRefused";
    this.unknownAddress = unknownAddress;
  }
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
const LONGEST_RESPONSE = 300;

/** Returns null without a mail server. */
export function createMailer(config: MailConfig | null): Mailer | null {
  if (!config) return null;
  const transport = createTransport({
    url: config.smtpUrl,
    pool: true,
    maxConnections: LANES,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = new URL(config.smtpUrl).hostname;
  return {
    send: async ({ id, to, subject, html, plainText, replyTo, unsubscribe }) => {
      const message = {
        messageId: `<${id}@${host}>`,
        from: config.from,
        // An object, so that no address is split at a comma.
        to: { name: "", address: to },
        subject,
        html,
        text: plainText,
        ...(replyTo && { replyTo: { name: "", address: replyTo } }),
        ...(unsubscribe && {
          // One-click unsubscription: RFC 8058.
          list: { unsubscribe: { url: unsubscribe.url, comment: t`Stop mails of this kind` } },
        }),
        headers: {
          // Programs that answer mails leave these alone: RFC 3834.
          "Auto-Submitted": "auto-generated",
          ...(unsubscribe && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
        },
      };
      try {
        await transport.sendMail(message);
      } catch (error) {
        throw toRefusal(error) ?? error;
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Returns null if the mail can be retried. Enhanced codes 5.1.x speak about the recipient's address;
 * other permanent codes may be about the sender (RFC 3463).
 */
function toRefusal(error: unknown): MailRefused | null {
  if (!(error instanceof Error) || !("responseCode" in error)) return null;
  const { responseCode, response } = error as { responseCode: unknown; response?: unknown };
  if (typeof responseCode !== "number" || responseCode < 500) return null;
  const text = String(response ?? error.message).slice(0, LONGEST_RESPONSE);
  return new MailRefused(text, { unknownAddress: /^5\d\d[ -]5\.1\.\d/.test(text) });
}

const aboutCampaign = z.object({ campaignId: z.uuid() });

/** Returns the cover of the campaign that a notice is about; null if it is about none. */
async function findMailImage(
  { db, appUrl }: Pick<Ctx, "db"> & { appUrl: string },
  data: unknown,
): Promise<{ url: string; alt: string } | null> {
  const parsed = aboutCampaign.safeParse(data);
  const campaign = parsed.success && (await findCampaignCover(db.sql, parsed.data.campaignId));
  if (!campaign) return null;
  const { preview, alt } = describeCover(campaign);
  return { url: `${appUrl}${preview}`, alt };
}
