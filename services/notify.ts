import type { UserId } from "@fairclick/core/ids";
import { mailRank, type NoticeKind } from "@fairclick/core/notices/define-notice";
import type { Tx } from "@fairclick/sql/db/client";
import { insertNotices } from "@fairclick/sql/notices/notices";
import type { Ctx } from "./context";

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
 * are sent later, by the job `deliver-mail`, and webhooks by `deliver-webhooks`.
 */
export async function notify<Data>(
  tx: Tx,
  { now }: Pick<Ctx, "now">,
  kind: NoticeKind<Data>,
  { to, data, key, mailTo }: Notice<NoInfer<Data>>,
): Promise<void> {
  const recipients = to === "operators" ? [null] : [...new Set(to)];
  const notices = recipients.map((userId) => ({ to: userId, data, key }));
  await insert(tx, kind, { notices, at: now(), mailTo });
}

/** Like `notify`, but with different data for each user, in one statement. */
export async function notifyEach<Data>(
  tx: Tx,
  { now }: Pick<Ctx, "now">,
  kind: NoticeKind<Data>,
  notices: readonly { to: UserId; data: NoInfer<Data>; key: string }[],
): Promise<void> {
  await insert(tx, kind, { notices, at: now() });
}

type NewNotices<Data> = {
  notices: readonly { to: UserId | null; data: Data; key?: string | undefined }[];
  at: Date;
  mailTo?: string | undefined;
};

async function insert<Data>(
  tx: Tx,
  kind: NoticeKind<Data>,
  { notices, at, mailTo }: NewNotices<Data>,
): Promise<void> {
  await insertNotices(tx, {
    recipients: notices.map(({ to: userId, key, ...notice }) => {
      const id = Bun.randomUUIDv7();
      const data = toJson(notice.data);
      const body = kind.webhook ? writeEventBody({ id, kind: kind.kind, at, data }) : null;
      return { id, userId, data, dedupeKey: key ?? null, body };
    }),
    kind: kind.kind,
    at,
    inApp: kind.inApp,
    mailRank: mailRank(kind),
    mailTo: mailTo ?? null,
  });
}

type Event = { id: string; kind: string; at: Date; data: unknown };

/** Returns what webhooks receive. `id` is equal in all attempts and at all webhooks of one user. */
export function writeEventBody({ id, kind, at, data }: Event): string {
  return JSON.stringify({ id, type: kind, createdAt: at.toISOString(), data });
}

/**
 * JSON does not hold every bigint: amounts are stored as text, and the kind's schema reads them. A text
 * that was cut can end with half a character, which jsonb refuses.
 */
function toJson(data: unknown): unknown {
  return JSON.parse(
    JSON.stringify(data, (_, value: unknown) => {
      if (typeof value === "bigint") return value.toString();
      return typeof value === "string" ? value.toWellFormed() : value;
    }),
  );
}
