import type { Bounce } from "@fairclick/core/notices/notices";
import { type ParsedMail, simpleParser } from "mailparser";
import { CliError } from "./frame/failures";

const HINT = "Only a delivery status notification (RFC 3464) stops mails to its address.";
/** Each mail has one recipient; aliases of the recipient can report some more. */
const MAX_RECIPIENTS = 20;
const options = { keepDeliveryStatus: true, skipHtmlToText: true, skipTextToHtml: true };

/**
 * Reads a delivery status notification (RFC 3464): the Message-ID of the returned mail, and the
 * recipients that permanently failed. Throws a `CliError` for everything else.
 */
export async function readBounce(text: string): Promise<Bounce> {
  const mail = await simpleParser(text, options);
  const status = findPart(mail, /^message\/(?:global-)?delivery-status$/);
  const returned = findPart(
    mail,
    /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/global-headers)$/,
  );
  if (status === null || returned === null) {
    throw refuse("is not a delivery status notification with the returned mail");
  }
  const { messageId } = await simpleParser(returned, options);
  if (!messageId) throw refuse("does not hold the Message-ID of the returned mail");
  const failures = await readFailures(status.toString("utf8"));
  const [first] = failures;
  if (!first) throw refuse("reports no permanent failure of an address");
  const recipients = failures.flatMap(({ addresses }) => addresses);
  return {
    messageId: messageId.slice(0, 300),
    recipients: [...new Set(recipients)].slice(0, MAX_RECIPIENTS),
    status: first.status,
  };
}

function findPart({ attachments }: ParsedMail, type: RegExp): Buffer | null {
  return attachments.find(({ contentType }) => type.test(contentType))?.content ?? null;
}

type Failure = { addresses: string[]; status: string };

/** Reads one group of fields per recipient. A group has the form of a mail's header. */
async function readFailures(status: string): Promise<Failure[]> {
  const groups = status.split(/\r?\n\r?\n/).slice(0, MAX_RECIPIENTS + 1);
  const failures: Failure[] = [];
  for (const group of groups) {
    const { headers } = await simpleParser(`${group.trim()}\r\n\r\n`, options);
    const field = (name: string) => String(headers.get(name) ?? "").trim();
    const [, code] = /^(5\.(?!7\.)\d{1,3}\.\d{1,3})(?!\d)/.exec(field("status")) ?? [];
    if (!/^failed\b/i.test(field("action")) || code === undefined) continue;
    const addresses = ["final-recipient", "original-recipient"]
      .map((name) => readAddress(field(name)))
      .filter((address) => address !== "");
    failures.push({ addresses, status: code });
  }
  return failures.filter(({ addresses }) => addresses.length > 0);
}

/** Reads `rfc822; ann@mail.example`; empty for other kinds of addresses. */
function readAddress(value: string): string {
  const [, address = ""] = /^(?:rfc822|utf-8)\s*;\s*<?([^<>\s]{3,254})>?$/i.exec(value) ?? [];
  return address.toLowerCase();
}

function refuse(problem: string): CliError {
  return new CliError("validation", `The input ${problem}.`, HINT);
}
