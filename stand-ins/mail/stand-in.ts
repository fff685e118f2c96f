import type { AddressInfo } from "node:net";
import { type AddressObject, type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { createMailbox, type Mailbox, type StoredMail } from "./mailbox";
import { createMailboxPages } from "./mailbox-pages";

export type MailStandIn = {
  smtpPort: number;
  pagePort: number;
  /** The message ids of the mails that are kept, one per mail. */
  messageIds: () => string[];
  stop: () => Promise<void>;
};

const MAX_MAIL_BYTES = 1024 * 1024;
const unknownMailbox = /^nobody@/;

/**
 * Starts a mail server on this machine that delivers nothing: it keeps what it is sent and shows it
 * on a page. It refuses mail to `nobody@…`, like a server that has no such mailbox.
 */
export async function createMailStandIn({
  pagePort = 0,
  smtpPort = 0,
  capacity = 500,
} = {}): Promise<MailStandIn> {
  const mailbox = createMailbox(capacity);
  const smtp = createSmtpServer(mailbox);
  await new Promise<void>((resolve, reject) => {
    smtp.once("error", reject);
    smtp.listen(smtpPort, "127.0.0.1", resolve);
  });
  const pages = Bun.serve({
    hostname: "127.0.0.1",
    port: pagePort,
    fetch: createMailboxPages(mailbox).fetch,
    development: false,
  });
  return {
    smtpPort: (smtp.server.address() as AddressInfo).port,
    pagePort: pages.port ?? pagePort,
    messageIds: () => mailbox.list("").map(({ messageId }) => messageId),
    stop: async () => {
      await pages.stop(true);
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
    },
  };
}

function createSmtpServer(mailbox: Mailbox): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    size: MAX_MAIL_BYTES,
    onRcptTo: ({ address }, _, callback) => {
      if (!unknownMailbox.test(address)) return callback();
      const refusal = new Error("5.1.1 There is no such mailbox");
      callback(Object.assign(refusal, { responseCode: 550 }));
    },
    onData: (stream, session, callback) => {
      const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
      simpleParser(stream).then(
        (parsed) => {
          mailbox.add(toStoredMail(parsed, to));
          callback();
        },
        (error: Error) => callback(error),
      );
    },
  });
}

function toStoredMail(parsed: ParsedMail, to: string[]): Omit<StoredMail, "number"> {
  return {
    messageId: parsed.messageId ?? "",
    receivedAt: new Date(),
    from: parsed.from?.text ?? "",
    to: [...to, ...readAddresses(parsed.to)].filter((each, at, all) => all.indexOf(each) === at),
    subject: parsed.subject ?? "",
    text: parsed.text ?? "",
    html: parsed.html || "",
    headers: Object.fromEntries(
      parsed.headerLines.map(({ key, line }) => [key, line.slice(key.length + 1).trim()]),
    ),
  };
}

function readAddresses(to: AddressObject | AddressObject[] | undefined): string[] {
  return [to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ""));
}
