import type { UserId } from "@fairclick/core/ids";
import type { NoticeKind } from "@fairclick/core/notices/define-notice";
import type { Tx } from "@fairclick/sql/db/client";
import { insertNotices } from "@fairclick/sql/notices/notices";
import type { Ctx } from "../context";

type Notice<Data> = {
  to: readonly UserId[] | "operators";
  data: Data;
  /** Names the event where it could be reported twice: the second report is dropped. */
  key?: string;
  /** An address other than the user's current one. */
  mailTo?: string;
};

/**
 * Tells people what happened, in the transaction of the change: either both exist or neither. Mails
 * are sent later, by the job `deliver-mail`.
 */
export async function notify<Data>(
  tx: Tx,
  { now }: Pick<Ctx, "now">,
  kind: NoticeKind<Data>,
  { to, data, key, mailTo }: Notice<Data>,
): Promise<void> {
  const recipients = to === "operators" ? [null] : [...new Set(to)];
  await insertNotices(tx, {
    recipients: recipients.map((userId) => ({ id: Bun.randomUUIDv7(), userId })),
    kind: kind.kind,
    data: toJson(data),
    dedupeKey: key ?? null,
    at: now(),
    inApp: kind.inApp,
    mailed: kind.mail !== "never",
    mailTo: mailTo ?? null,
  });
}

/** JSON does not hold every bigint: amounts are stored as text, and the kind's schema reads them. */
function toJson(data: unknown): unknown {
  return JSON.parse(
    JSON.stringify(data, (_, value: unknown) =>
      typeof value === "bigint" ? value.toString() : value,
    ),
  );
}
