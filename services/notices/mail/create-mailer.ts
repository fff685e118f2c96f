import { t } from "@fairclick/core/language/t";
import { createTransport } from "nodemailer";
import type { MailConfig } from "../../config";

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
export class MailRefused extends Error {
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
    maxConnections: 2,
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
          headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
        }),
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
