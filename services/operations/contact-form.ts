import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { contactMessage } from "@fairclick/core/notices/operator-notices";
import type { ContactInput } from "@fairclick/core/operations/contact";
import type { Db } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { z } from "zod";
import type { Config } from "../config";
import { type Ctx, getSecret } from "../context";
import { notify } from "../notify";

/** Programs send a form at once; people do not. */
const MIN_FORM_MS = 3_000;
const LONGEST_FORM_MS = 24 * 3_600_000;

type MailSettings = Pick<Config, "mail" | "controller">;

/** Returns the mailbox that messages go to, or null if this server cannot mail them. */
export function findContactMailbox({ mail, controller }: MailSettings): string | null {
  const mailbox = z.email().safeParse(controller.contact);
  return mail !== null && mailbox.success ? mailbox.data : null;
}

/** Returns a signed note of the time, which the contact form sends back. */
export async function makeFormToken({ db, now }: Pick<Ctx, "db" | "now">): Promise<string> {
  const openedAt = now().getTime().toString(36);
  return `${openedAt}.${await sign(db, openedAt)}`;
}

/**
 * Throws `validation` if the hidden field is filled in, or unless the form was opened here, at least
 * 3 seconds and at most a day ago.
 */
export async function checkContactForm(
  { db, now }: Pick<Ctx, "db" | "now">,
  { website, token }: Pick<ContactInput, "website" | "token">,
): Promise<void> {
  if (website) throw new AppError("validation", t`The request is not valid`);
  const [openedAt = "", signature = ""] = token.split(".", 2);
  const expected = Buffer.from(await sign(db, openedAt));
  const given = Buffer.from(signature);
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  const openMs = now().getTime() - Number.parseInt(openedAt, 36);
  if (!isGenuine || openMs > LONGEST_FORM_MS) {
    throw new AppError(
      "validation",
      t`The form is too old. Please reload the page and send again.`,
    );
  }
  if (openMs < MIN_FORM_MS) {
    throw new AppError("validation", t`That was very quick. Please wait a moment and send again.`);
  }
}

/**
 * Queues one mail to the operator, with the writer's address to reply to. The server mails nothing to that
 * address. Throws `conflict` if this server cannot mail messages.
 */
export async function sendContactMessage(
  ctx: Ctx,
  { email, category, subject, text }: ContactInput,
  settings: MailSettings,
): Promise<void> {
  const mailTo = findContactMailbox(settings);
  if (mailTo === null) {
    throw new AppError(
      "conflict",
      t`This server cannot send your message. Please reload the page: it says where to write.`,
    );
  }
  const data = { email, category, subject, text };
  await withTx(ctx.db, (tx) => notify(tx, ctx, contactMessage, { to: "operators", data, mailTo }));
}

async function sign(db: Db, openedAt: string): Promise<string> {
  const secret = await getSecret(db, "contact_form");
  return createHmac("sha256", secret).update(openedAt).digest("base64url");
}
