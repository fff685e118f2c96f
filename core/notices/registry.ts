import { printableText } from "../texts";
import * as accountNotices from "./account-notices";
import * as campaignNotices from "./campaign-notices";
import * as clickNotices from "./click-notices";
import type { MailReceipt, NoticeKind, NoticeText } from "./define-notice";
import * as moneyNotices from "./money-notices";
import * as operatorNotices from "./operator-notices";
import { sumEvents } from "./webhooks";

/** Every kind of notice, by the topic under which the settings page lists it. */
const topics = {
  account: accountNotices,
  campaigns: campaignNotices,
  clicks: clickNotices,
  money: moneyNotices,
  operations: operatorNotices,
};

export type ListedKind = NoticeKind<unknown> & { topic: string };

export const noticeKinds: readonly ListedKind[] = Object.entries(topics).flatMap(
  ([topic, notices]) =>
    Object.values(notices).map((kind) => ({ ...(kind as NoticeKind<unknown>), topic })),
);

const kinds = new Map(noticeKinds.map((kind) => [kind.kind, kind]));

/** What webhooks can receive: kinds of notices, and sums. Their names are the events' names. */
export const webhookEvents: readonly { kind: string; event: () => string }[] = [
  ...noticeKinds.filter(({ webhook }) => webhook),
  ...sumEvents,
];

/** Returns null for a kind that no longer exists: its stored notices are not shown. */
export function findNoticeKind(name: string): ListedKind | null {
  return kinds.get(name) ?? null;
}

/**
 * Writes the text of a stored notice, without characters that change how it is displayed: names and
 * reasons also come from outside of the app's forms. Returns null if its kind no longer reads its data.
 */
export function writeNoticeText(
  { kind, data }: { kind: string; data: unknown },
  token = "",
): NoticeText | null {
  const found = findNoticeKind(kind);
  const parsed = found?.schema.safeParse(data);
  if (!found || !parsed?.success) return null;
  const text = found.text(parsed.data, token);
  return {
    ...text,
    title: printableText(text.title),
    paragraphs: text.paragraphs.map(printableText),
    ...(text.receipt && { receipt: printableReceipt(text.receipt) }),
  };
}

function printableReceipt({ lines, ...receipt }: MailReceipt): MailReceipt {
  return {
    ...receipt,
    lines: lines.map(({ label, value }) => ({ label, value: printableText(value) })),
  };
}
